import type { UpdateFlagRequest } from '@burgee/contracts/http';
import { changedFields } from '../unit-of-work/changed-fields.js';
import type { FlagRow } from './flag-row.js';
import { sortedTags } from './sorted-tags.js';

type Described = Pick<FlagRow, 'name' | 'description' | 'tags' | 'owner_id'>;

/**
 * Decides a rename of a flag. `isServed`: SDKs receive the name, so a new name is a change in every environment. They
 * do not receive the description, the tags and the owner.
 * @returns undefined when nothing changes
 */
export function decideRename({ name, description, tags, owner_id }: Described, request: UpdateFlagRequest) {
  const given = request.tags && sortedTags(request.tags);
  const sameTags = given?.join(' ') === tags.join(' ');
  const patch = { ...request, tags: sameTags ? undefined : given };
  const changed = changedFields<Described>({ name, description, tags, owner_id }, patch as Partial<Described>);
  return changed && { ...changed, isServed: changed.next.name !== name };
}
