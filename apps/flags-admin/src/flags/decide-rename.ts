import type { UpdateFlagRequest } from '@burgee/contracts/http';
import { changedFields } from '../unit-of-work/changed-fields.js';
import type { FlagRow } from './flag-row.js';

/**
 * What a rename makes of a flag. `isServed`: SDKs are served the name, so a new one is a change in every environment; the
 * description is not served.
 * @returns undefined when nothing changes
 */
export function decideRename({ name, description }: Pick<FlagRow, 'name' | 'description'>, request: UpdateFlagRequest) {
  const changed = changedFields({ name, description }, request);
  return changed && { ...changed, isServed: changed.next.name !== name };
}
