import type { AuditRecord } from './history.js';

/**
 * Holds the audit entries against the writes: every stored change has exactly one entry, nothing else has one, and the
 * entries of each value join end to end: new(n) = old(n+1).
 * @param entries in the order in which they were made
 * @param stored the writes that Postgres holds
 * @param acknowledged the stored writes that were answered with 2xx
 * @returns one line a violation
 */
export function checkAudit(
  entries: readonly AuditRecord[],
  stored: ReadonlySet<string>,
  acknowledged: ReadonlySet<string>,
): string[] {
  const violations: string[] = [];
  const counts = new Map<string, number>();
  const last = new Map<string, AuditRecord>();
  for (const entry of entries) {
    counts.set(entry.id, (counts.get(entry.id) ?? 0) + 1);
    const before = last.get(entry.of);
    if (before && before.new !== entry.old)
      violations.push(`${entry.of}: ${before.id} left ${before.new}, but ${entry.id} found ${entry.old}`);
    last.set(entry.of, entry);
  }
  for (const id of new Set([...stored, ...acknowledged]))
    if (!counts.has(id)) violations.push(`${id} has no audit entry`);
  for (const [id, count] of counts) {
    if (count > 1) violations.push(`${id} has ${count} audit entries`);
    if (!stored.has(id)) violations.push(`${id} has an audit entry and was never stored`);
  }
  return violations;
}
