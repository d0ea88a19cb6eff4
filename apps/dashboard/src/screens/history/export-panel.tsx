import { cloneElement, type ReactElement } from 'react';
import { Menu } from '@mantine/core';
import { IconBraces, IconTable } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { AuditEntryView } from '@burgee/contracts/http';
import { type AuditFilter, readAllEntries } from '../../api/audit.js';
import type { PanelProps } from '../../feedback/lazy-panel.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { toCsv, toJson } from './export-entries.js';
import { texts } from './texts.js';

const FORMATS = {
  csv: { type: 'text/csv', write: toCsv },
  json: { type: 'application/json', write: toJson },
} as const;
type Format = keyof typeof FORMATS;

/** Milliseconds until the file is released: a browser may start reading late and does not say when it is done. */
const READ_WITHIN_MILLISECONDS = 60_000;

function save(name: string, format: Format, entries: readonly AuditEntryView[]): void {
  const { type, write } = FORMATS[format];
  const address = URL.createObjectURL(new Blob([write(entries)], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MILLISECONDS);
}

interface Props extends PanelProps {
  projectId: string;
  slug: string;
  filter: AuditFilter;
}

/** Exports all entries that match the filters to a file. */
export function ExportPanel({ projectId, slug, filter, opened, onChange, target }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: Format) => {
      const entries = await readAllEntries(projectId, filter);
      save(`history-${slug}`, format, entries);
      return entries.length;
    },
    onSuccess: (count) => showDone(texts.exported, texts.entries(count)),
    onError: (error) => showFailure(texts.exportFailed, error),
  });
  return (
    <Menu position="bottom-end" opened={opened} onChange={onChange}>
      <Menu.Target>{cloneElement(target as ReactElement<{ loading: boolean }>, { loading: isPending })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTable size={16} />} onClick={() => mutate('csv')}>
          {texts.exportCsv}
        </Menu.Item>
        <Menu.Item leftSection={<IconBraces size={16} />} onClick={() => mutate('json')}>
          {texts.exportJson}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
