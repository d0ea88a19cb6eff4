import type { MemberView, Role } from '@burgee/contracts';
import { ActionIcon, Avatar, Badge, NativeSelect, Text, Tooltip } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useChangeRole } from '../../api/members.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { grantable, mayTouch, ROLE_WORDS } from './roles.js';
import classes from './people-screen.module.css';

interface Props {
  projectId: string;
  member: MemberView;
  /** The reader's role. */
  mine: Role;
  isMe: boolean;
  onRemove: () => void;
}

export function MemberRow({ projectId, member, mine, isMe, onRemove }: Props) {
  const { name, email, role, created_at } = member;
  return (
    <li className={classes.member}>
      <Avatar name={name} color="navy" aria-hidden />
      <div className={classes.who}>
        <Text fw={600} className="any-text" component="div">
          {name}{' '}
          {isMe && (
            <Badge variant="default" size="sm" tt="none">
              you
            </Badge>
          )}
        </Text>
        <Text size="sm" c="dimmed" className="any-text">
          {email}
        </Text>
        <Text size="xs" c="dimmed">
          added <TimeAgo time={created_at} />
        </Text>
      </div>
      {mayTouch(mine, member) ? (
        <RoleSelect projectId={projectId} member={member} mine={mine} />
      ) : (
        <Badge variant="default" tt="none" size="lg">
          {ROLE_WORDS.find((one) => one.role === role)?.label}
        </Badge>
      )}
      {mayTouch(mine, member) && !isMe && (
        <Tooltip label="Remove">
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
            <IconUserMinus size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

function RoleSelect({ projectId, member, mine }: Pick<Props, 'projectId' | 'member' | 'mine'>) {
  const change = useChangeRole(projectId);
  const set = (role: Role) =>
    change.mutate(
      { userId: member.user_id, role },
      {
        onSuccess: () => showDone(`${member.name} is ${role} now`),
        onError: (error) => showFailure(`${member.name} is still ${member.role}`, error),
      },
    );
  return (
    <NativeSelect
      className={classes.role}
      aria-label={`Role of ${member.name}`}
      data={grantable(mine).map(({ role, label }) => ({ value: role, label }))}
      value={change.isPending ? change.variables.role : member.role}
      disabled={change.isPending}
      onChange={(event) => set(event.currentTarget.value as Role)}
    />
  );
}
