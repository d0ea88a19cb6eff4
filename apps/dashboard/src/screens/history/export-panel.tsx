import { Menu } from '@mantine/core';
import { IconBraces, IconTable } from '@tabler/icons-react';
import type { AuditFilter } from '../../api/audit.js';
import { exportPath } from '../../api/export-path.js';
import type { PanelProps } from '../../feedback/loading/lazy-panel.js';
import { partTexts } from './part-texts.js';

interface Props extends PanelProps {
  projectId: string;
  slug: string;
  filter: AuditFilter;
}

/** The service writes the file, so a long history does not have to fit into the page. */
export function ExportPanel({ projectId, slug, filter, opened, onChange, target }: Props) {
  const file = (format: 'csv' | 'ndjson') =>
    ({ component: 'a', href: exportPath(projectId, filter, format), download: `history-${slug}.${format}` }) as const;
  return (
    <Menu position="bottom-end" opened={opened} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTable size={16} />} {...file('csv')}>
          {partTexts.exportCsv}
        </Menu.Item>
        <Menu.Item leftSection={<IconBraces size={16} />} {...file('ndjson')}>
          {partTexts.exportNdjson}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
