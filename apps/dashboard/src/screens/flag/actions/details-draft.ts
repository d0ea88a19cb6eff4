import type { FlagKind, FlagView, UpdateFlagRequest } from '@burgee/contracts/http';

export interface DetailsDraft {
  name: string;
  description: string;
  tags: string[];
  /** Empty: no owner. */
  owner: string;
  /** Empty: no kind. */
  kind: FlagKind | '';
  /** YYYY-MM-DD; empty: no end date. */
  endsOn: string;
}

export const detailsOf = ({ name, description, tags, owner_id, kind, ends_on }: FlagView): DetailsDraft => ({
  name,
  description: description ?? '',
  tags: tags ?? [],
  owner: owner_id ?? '',
  kind: kind ?? '',
  endsOn: ends_on ?? '',
});

/** Only the changed fields, because another user may have changed the others. */
export function toDetailsRequest(draft: DetailsDraft, before: DetailsDraft): UpdateFlagRequest {
  return {
    ...(draft.name !== before.name && { name: draft.name.trim() }),
    ...(draft.description !== before.description && { description: draft.description.trim() || null }),
    ...(draft.tags.join(' ') !== before.tags.join(' ') && { tags: draft.tags }),
    ...(draft.owner !== before.owner && { owner_id: draft.owner || null }),
    ...(draft.kind !== before.kind && { kind: draft.kind || null }),
    ...(draft.endsOn !== before.endsOn && { ends_on: draft.endsOn || null }),
  };
}
