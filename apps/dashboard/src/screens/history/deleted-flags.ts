import type { AuditEntryView } from '@burgee/contracts/http';

/** The deleted flags, without flags that came back later. @param entries newest first */
export function deletedFlags(entries: readonly Pick<AuditEntryView, 'action' | 'flag_id'>[]): Set<string> {
  const isDeleted = new Map<string, boolean>();
  for (const { action, flag_id } of entries)
    if (flag_id && !isDeleted.has(flag_id) && (action === 'flag_delete' || action === 'flag_restore'))
      isDeleted.set(flag_id, action === 'flag_delete');
  return new Set([...isDeleted].flatMap(([id, deleted]) => (deleted ? [id] : [])));
}
