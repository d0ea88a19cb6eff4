import type { UpdateFlagRequest } from '@burgee/contracts/http';
import { changedFields } from '../unit-of-work/changed-fields.js';
import type { FlagRow } from './flag-row.js';
import { sortedTags } from './sorted-tags.js';

type Described = Pick<FlagRow, 'name' | 'description' | 'tags' | 'owner_id' | 'kind' | 'ends_on'>;

/**
 * Decides a rename of a flag. `isServed`: SDKs receive the name, so a new name is a change in every environment. They
 * do not receive the other fields.
 * @returns undefined when nothing changes
 */
export function decideRename(flag: Described, request: UpdateFlagRequest) {
  const { name, description, tags, owner_id, kind, ends_on } = flag;
  const given = request.tags && sortedTags(request.tags);
  const sameTags = given?.join(' ') === tags.join(' ');
  const patch = { ...request, tags: sameTags ? undefined : given };
  const changed = changedFields<Described>(
    { name, description, tags, owner_id, kind, ends_on },
    patch as Partial<Described>,
  );
  return changed && { ...changed, isServed: changed.next.name !== name };
}
