import type { FlagView } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { foundMembersQuery, MEMBERS_OFFERED } from '../../api/members.js';
import { MemberSelect } from '../../members/member-select.js';
import { texts as all } from './texts.js';

const texts = all.describing;

interface Props {
  flag: FlagView;
  /** The id of the owner; empty for nobody. */
  value: string;
  onChange: (userId: string) => void;
}

/** Chooses the member who looks after a flag. One who has left stays, until somebody else is chosen. */
export function OwnerField({ flag, value, onChange }: Props) {
  const { project_id: projectId, owner_id: ownerId, owner_name } = flag;
  const name = owner_name ?? texts.unknown;
  const { data: namesakes } = useQuery({ ...foundMembersQuery(projectId, name), enabled: ownerId !== null });
  // More may have that name than are offered.
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
