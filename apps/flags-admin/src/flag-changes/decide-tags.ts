import { TAGS_AT_MOST } from '@burgee/contracts/plain';
import { DomainError } from '@burgee/contracts/wire';
import { assertInUse, type FlagRow } from '../flags/flag-row.js';
import { sortedTags } from '../flags/sorted-tags.js';

/**
 * @returns the tags after adding or removing these @throws flag_archived, or invalid_request when there are too many
 */
export function decideTags(
  flag: Pick<FlagRow, 'archived_at' | 'tags'>,
  tags: readonly string[],
  added: boolean,
): string[] {
  assertInUse(flag);
  const next = added ? sortedTags([...flag.tags, ...tags]) : flag.tags.filter((tag) => !tags.includes(tag));
  if (next.length > TAGS_AT_MOST)
    throw new DomainError('invalid_request', `would have ${next.length} tags; a flag can have up to ${TAGS_AT_MOST}`);
  return next;
}
