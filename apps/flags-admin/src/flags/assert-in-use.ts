import { DomainError } from '@burgee/contracts/wire';
import type { FlagRow } from './flag-row.js';

/** @throws flag_archived */
export function assertInUse({ archived_at }: Pick<FlagRow, 'archived_at'>): void {
  if (archived_at === null) return;
  throw new DomainError('flag_archived', 'This flag is archived, so it cannot be changed. Unarchive it first.');
}
