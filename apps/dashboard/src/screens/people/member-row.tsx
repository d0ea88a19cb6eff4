import type { MemberView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { ActionIcon, Avatar, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconStack2, IconUserMinus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { foundMembersQuery, useChangeRole } from '../../api/members.js';
import { may, useProject } from '../../api/projects.js';
import { webhooksOf, webhooksQuery } from '../../api/webhooks.js';
import { Hint } from '../../feedback/hint.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import { showDone, showFailure, showUndo, showUndone } from '../../feedback/toasts.js';
import { useLast } from '../../feedback/use-last.js';
import { lazyDialog } from '../../feedback/lazy-dialog.js';
import { describeRoles, grantable, hasEnvironmentRoles, hasRole, isLess, mayTouch } from './roles.js';
import classes from './people-screen.module.css';
import { texts } from './texts.js';
import { fill } from '../../feedback/fill.js';

const EnvironmentRolesDialog = lazyDialog(
  async () => (await import('./environment-roles-dialog.js')).EnvironmentRolesDialog,
);
const ConfirmRemoval = lazyDialog(async () => (await import('./confirm-removal.js')).ConfirmRemoval);

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
  const { environments } = useProject(projectId);
  const [limiting, limit] = useDisclosure(false);
  const own = describeRoles(member, environments);
  return (
    <li className={classes.member}>
      <Avatar name={name} color="navy" size={28} aria-hidden />
      <div className={classes.who}>
        <Text size="sm" fw={600} className="any-text" component="span">
          {name}
        </Text>
        {isMe && <span className={classes.you}>{texts.you}</span>}
        {own && (
          <Text size="xs" c="dimmed" className="any-text">
            {own}
          </Text>
        )}
      </div>
      <Text size="sm" c="dimmed" className={classes.email}>
        <Email address={email} />
      </Text>
      <Text size="xs" c="dimmed" className={classes.joined}>
        {fill(texts.joined, { when: <TimeAgo time={created_at} /> })}
      </Text>
      {mayTouch(mine, member) ? (
        <RoleSelect projectId={projectId} member={member} mine={mine} isMe={isMe} />
      ) : (
        <Text size="sm" className={classes.role}>
          {texts.role[role][0]}
        </Text>
      )}
      {mayTouch(mine, member) && hasEnvironmentRoles(role) && environments.length > 0 ? (
        <Hint label={texts.perEnvironment}>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.rolesOf(name)} onClick={limit.open}>
            <IconStack2 size={18} />
          </ActionIcon>
        </Hint>
      ) : (
        may(mine, 'admin') && <span className={classes.place} />
      )}
      {mayTouch(mine, member) && !isMe ? (
        <Hint label={texts.remove}>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.removeNamed(name)} onClick={onRemove}>
            <IconUserMinus size={18} />
          </ActionIcon>
        </Hint>
      ) : (
        may(mine, 'admin') && <span className={classes.place} />
      )}
      <EnvironmentRolesDialog
        opened={limiting}
        projectId={projectId}
        member={member}
        environments={environments}
        onClose={limit.close}
      />
    </li>
  );
}

/** The whole email: a long address breaks at its @, if that is enough. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

/**
 * A role change applies at once and can be undone. Lowering one's own role cannot, and neither can disabling the
 * webhooks of a former admin, so both ask first.
 */
function RoleSelect({ projectId, member, mine, isMe }: Pick<Props, 'projectId' | 'member' | 'mine' | 'isMe'>) {
  const { user_id: userId, name, email, role: now, environment_roles: own } = member;
  const { mutateAsync, isPending, variables } = useChangeRole(projectId);
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Role>();
  const less = useLast(asking);
  // Not in callbacks of mutate(), because after lowering their own role users no longer have this select.
  const set = async (role: Role, before: Role, way: 'as chosen' | 'for good' | 'as undo') => {
    try {
      // An admin has no roles in environments, so undoing gives them back.
      const returns = way === 'as undo' && hasEnvironmentRoles(role);
      await mutateAsync({ userId, role, ...(returns && { environment_roles: own }) });
      const text = texts.isNow(name, role);
      if (way === 'as chosen') showUndo(text, () => void undo(role, before));
      else (way === 'as undo' ? showUndone : showDone)(text);
    } catch (error) {
      showFailure(texts.isStill(name, before), error);
    }
  };
  /** Undoes the change of this page, but not a later change by another user. */
  const undo = async (given: Role, before: Role) => {
    try {
      const members = await queries.fetchQuery({ ...foundMembersQuery(projectId, email), staleTime: 0 });
      if (hasRole(members, userId, given)) await set(before, given, 'as undo');
      else showDone(texts.notUndone(name), texts.notUndoneWhy);
    } catch (error) {
      showFailure(texts.isStill(name, given), error);
    }
  };
  const endsAdmin = (role: Role) => may(now, 'admin') && !may(role, 'admin');
  const disablesWebhooks = async (role: Role) =>
    endsAdmin(role) && webhooksOf(await queries.fetchQuery(webhooksQuery(projectId)), userId).length > 0;
  const choose = async (role: Role) => {
    try {
      if ((isMe && isLess(role, now)) || (await disablesWebhooks(role))) setAsking(role);
      else await set(role, now, 'as chosen');
    } catch (error) {
      showFailure(texts.isStill(name, now), error);
    }
  };
  const close = () => setAsking(undefined);
  return (
    <>
      <NativeSelect
        className={classes.role}
        size="xs"
        aria-label={texts.roleOf(name)}
        data={grantable(mine).map((role) => ({ value: role, label: texts.role[role][0] }))}
        value={isPending ? variables.role : now}
        disabled={isPending}
        onChange={(event) => void choose(event.currentTarget.value as Role)}
      />
      <ConfirmRemoval
        opened={asking !== undefined}
        title={isMe ? texts.giveUp(now) : texts.lower(name, less ?? now)}
        action={less ? (isMe ? texts.become : texts.lowerTo)(less) : ''}
        admin={less && endsAdmin(less) ? { projectId, userId } : undefined}
        pending={false}
        error={null}
        onClose={close}
        onConfirm={() => {
          close();
          if (asking) void set(asking, now, 'for good');
        }}
      >
        {less && (isMe ? texts.giveUpWhy(less, now) : texts.lowerWhy)}
      </ConfirmRemoval>
    </>
  );
}
