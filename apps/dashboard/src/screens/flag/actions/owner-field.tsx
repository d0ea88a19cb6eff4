import type { FlagView } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { foundMembersQuery, MEMBERS_OFFERED } from '../../../api/members.js';
import { MemberSelect } from '../../../members/member-select.js';
import { texts as all } from '../texts.js';

const texts = all.describing;

interface Props {
  flag: FlagView;
  /** The id of the owner; empty for none. */
  value: string;
  onChange: (userId: string) => void;
}

/** Chooses the owner of a flag. A member who has left stays the owner until a user chooses another. */
export function OwnerField({ flag, value, onChange }: Props) {
  const { project_id: projectId, owner_id: ownerId, owner_name } = flag;
  const name = owner_name ?? texts.unknown;
  const { data: namesakes } = useQuery({ ...foundMembersQuery(projectId, name), enabled: ownerId !== null });
  // More members may have that name than the field offers.
  const areAll = namesakes !== undefined && namesakes.length < MEMBERS_OFFERED;
  const hasLeft = areAll && namesakes.every(({ user_id }) => user_id !== ownerId);
  return (
    <MemberSelect
      label={texts.owner}
      placeholder={texts.nobody}
      projectId={projectId}
      value={value || null}
      chosen={hasLeft ? texts.hasLeft(name) : name}
      onChange={(userId) => onChange(userId ?? '')}
    />
  );
}
