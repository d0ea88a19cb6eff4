import type { FlagView, UpdateFlagRequest } from '@burgee/contracts/http';

export interface DetailsDraft {
  name: string;
  description: string;
  tags: string[];
  /** Empty: no owner. */
  owner: string;
}

export const detailsOf = ({ name, description, tags, owner_id }: FlagView): DetailsDraft => ({
  name,
  description: description ?? '',
  tags: tags ?? [],
  owner: owner_id ?? '',
});

/** Only the changed fields, because another user may have changed the others. */
export function toDetailsRequest(draft: DetailsDraft, before: DetailsDraft): UpdateFlagRequest {
  return {
    ...(draft.name !== before.name && { name: draft.name.trim() }),
    ...(draft.description !== before.description && { description: draft.description.trim() || null }),
    ...(draft.tags.join(' ') !== before.tags.join(' ') && { tags: draft.tags }),
    ...(draft.owner !== before.owner && { owner_id: draft.owner || null }),
  };
}
