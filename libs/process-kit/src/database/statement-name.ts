import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/**
 * The name under which a statement is prepared: a hash of its text, 32 hex digits. Processes whose statements meet on a
 * pooled connection never mean different texts by one name.
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
