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
  'performed_by',
  'on_behalf_of',
  'via',
  'run',
  'id',
  'project_id',
  'hash',
] as const satisfies readonly (keyof (AuditEntryView & ChainPosition))[];

/**
 * Where spreadsheets begin a formula, and users choose names. Where `;` ends a cell, a quote after `,` is none to them, so
 * that `;` and line breaks end cells also within quotes. Some skip blanks and quotes before a sign, and take full-width
 * signs for the usual ones.
 */
const FORMULA = /^(?=[\t\r\n])|(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[;\r\n])[\s"]*)/gu;

function cell(value: unknown): string {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.replaceAll(FORMULA, "'").replaceAll('"', '""')}"`;
}

/** Without it Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The header line (RFC 4180). */
export const CSV_HEADER = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`;

/** One line per entry. Values are JSON. */
export const csvLine = (entry: AuditEntryView & ChainPosition) =>
  `${COLUMNS.map((column) => cell(entry[column])).join(',')}\r\n`;
