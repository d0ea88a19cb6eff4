import type { AuditEntryView } from '@burgee/contracts/http';
import type { ChainPosition } from '../chain/hash-link.js';

const COLUMNS = [
  'seq',
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
  'group_id',
  'comment',
  'bypass_reason',
  'id',
  'project_id',
  'hash',
] as const satisfies readonly (keyof (AuditEntryView & ChainPosition))[];

/** Spreadsheets read text that begins like this as a formula, and users choose names. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: unknown): string {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Without it Excel reads UTF-8 as the code page of its machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The first line of CSV (RFC 4180). */
export const CSV_HEADER = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`;

/** A line for an entry; values are JSON. */
export const csvLine = (entry: AuditEntryView & ChainPosition) =>
  `${COLUMNS.map((column) => cell(entry[column])).join(',')}\r\n`;
