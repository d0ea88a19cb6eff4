import type { AuditEntryView } from '@burgee/contracts/http';

const COLUMNS = [
  'created_at',
  'user_name',
  'user_id',
  'action',
  'flag_key',
  'flag_id',
  'environment_name',
  'environment_id',
  'old_values',
  'new_values',
  'request_id',
  'id',
  'project_id',
] as const satisfies readonly (keyof AuditEntryView)[];

/** Spreadsheets read text that begins like this as a formula, and users choose names. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: unknown): string {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Without it Excel reads UTF-8 as the code page of its machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** CSV (RFC 4180) in UTF-8 with a byte order mark and a header line; values are JSON. */
export function toCsv(entries: readonly AuditEntryView[]): string {
  const lines = entries.map((entry) => COLUMNS.map((column) => cell(entry[column])).join(','));
  return BYTE_ORDER_MARK + [COLUMNS.join(','), ...lines, ''].join('\r\n');
}

export const toJson = (entries: readonly AuditEntryView[]) => `${JSON.stringify(entries, null, 2)}\n`;
