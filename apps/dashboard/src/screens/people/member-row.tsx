import type { MemberView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { ActionIcon, Avatar, Badge, NativeSelect, Text, Tooltip } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { membersQuery, useChangeRole } from '../../api/members.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import { showDone, showFailure, showUndo } from '../../feedback/toasts.js';
import { useLast } from '../../feedback/use-last.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { grantable, hasRole, isLess, mayTouch, ROLE_WORDS } from './roles.js';
import classes from './people-screen.module.css';

const ConfirmRemoval = whenOpened(async () => (await import('./confirm-removal.js')).ConfirmRemoval);

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
          joined <TimeAgo time={created_at} />
        </Text>
      </div>
      {mayTouch(mine, member) ? (
        <RoleSelect projectId={projectId} member={member} mine={mine} isMe={isMe} />
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

/** A role change applies at once and can be undone. Lowering one's own role cannot, so it asks first. */
function RoleSelect({ projectId, member, mine, isMe }: Pick<Props, 'projectId' | 'member' | 'mine' | 'isMe'>) {
  const { user_id: userId, name, role: now } = member;
  const { mutateAsync, isPending, variables } = useChangeRole(projectId);
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Role>();
  const less = useLast(asking);
  // Not in callbacks of mutate(), because after lowering their own role users no longer have this select.
  const set = async (role: Role, before: Role, canUndo: boolean) => {
    try {
      await mutateAsync({ userId, role });
      const text = `${name} is ${role} now`;
      if (canUndo) showUndo(text, () => void undo(role, before));
      else showDone(text);
    } catch (error) {
      showFailure(`${name} is still ${before}`, error);
    }
  };
  /** Undoes the change of this page, but not a later change by somebody else. */
  const undo = async (given: Role, before: Role) => {
    try {
      const members = await queries.fetchQuery({ ...membersQuery(projectId), staleTime: 0 });
      if (hasRole(members, userId, given)) await set(before, given, false);
      else showDone(`${name} keeps the role of today`, 'Somebody else has changed it since: nothing was undone.');
    } catch (error) {
      showFailure(`${name} is still ${given}`, error);
    }
  };
  const choose = (role: Role) => (isMe && isLess(role, now) ? setAsking(role) : void set(role, now, true));
  const close = () => setAsking(undefined);
  return (
    <>
      <NativeSelect
        className={classes.role}
        aria-label={`Role of ${name}`}
        data={grantable(mine).map(({ role, label }) => ({ value: role, label }))}
        value={isPending ? variables.role : now}
        disabled={isPending}
        onChange={(event) => choose(event.currentTarget.value as Role)}
      />
      <ConfirmRemoval
        opened={asking !== undefined}
        title={`Give up being ${now}?`}
        action={`Become ${less}`}
        pending={false}
        error={null}
        onClose={close}
        onConfirm={() => {
          close();
          if (asking) void set(asking, now, false);
        }}
      >
        As {less} you may do less here, and cannot take it back yourself: {now === 'owner' ? 'an owner' : 'an admin'} of
        this project has to give you the role again.
      </ConfirmRemoval>
    </>
  );
}
