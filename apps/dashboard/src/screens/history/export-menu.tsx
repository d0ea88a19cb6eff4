import { Button } from '@mantine/core';
import type { AuditFilter } from '../../api/audit.js';
import { lazyPanel } from '../../feedback/loading/lazy-panel.js';
import { texts } from './texts.js';

const ExportPanel = lazyPanel(async () => (await import('./export-panel.js')).ExportPanel);

interface Props {
  projectId: string;
  slug: string;
  filter: AuditFilter;
}

/** Exports all entries that match the filters to a file. */
export const ExportMenu = (props: Props) => (
  <ExportPanel {...props} target={<Button variant="default">{texts.export}</Button>} />
);
