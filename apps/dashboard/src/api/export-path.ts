import type { AuditFilter } from './audit.js';

/** The address of the file with the entries that match the filter. */
export function exportPath(projectId: string, filter: AuditFilter, format: 'csv' | 'ndjson'): string {
  const given = Object.entries(filter).filter(([name, value]) => value !== undefined && name !== 'text');
  return `/api/projects/${projectId}/audit/export?${new URLSearchParams({ ...Object.fromEntries(given), format })}`;
}
