import type { MemberView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { foundMembersQuery, useChangeRole } from '../../api/members.js';
import { may } from '../../api/projects.js';
import { wantsProof } from '../../api/proof.js';
import { webhooksOf, webhooksQuery } from '../../api/webhooks.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { showDone, showFailure, showUndo, showUndone } from '../../feedback/toasts/toasts.js';
import { useLast } from '../../feedback/dialogs/use-last.js';
import type { Deed } from '../entry/confirm-with-proof.js';
import classes from './people-screen.module.css';
import { grantable, hasEnvironmentRoles, hasRole, isLess } from './roles.js';
import { texts } from './texts.js';

const ConfirmRemoval = lazyDialog(async () => (await import('./confirm-removal.js')).ConfirmRemoval);
const ConfirmWithProof = lazyDialog(async () => (await import('../entry/confirm-with-proof.js')).ConfirmWithProof);

type Way = 'as chosen' | 'for good' | 'as undo';

/** A change that waits for the password. */
interface RoleDeed extends Deed {
  role: Role;
}

interface Props {
  projectId: string;
  member: MemberView;
  /** The reader's role. */
  mine: Role;
  isMe: boolean;
}

/**
 * A role change applies at once and can be undone. Lowering one's own role cannot, and neither can disabling the
 * webhooks of a former admin, so both ask first. The service may also want the password.
 */
export function RoleSelect({ projectId, member, mine, isMe }: Props) {
  const { user_id: userId, name, email, role: now, environment_roles: own } = member;
  const { mutateAsync, isPending, variables } = useChangeRole(projectId);
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Role>();
  const less = useLast(asking);
  const [unproved, setUnproved] = useState<RoleDeed>();
  // Not in callbacks of mutate(), because after lowering their own role users no longer have this select.
  const send = async (role: Role, before: Role, way: Way) => {
    // An admin has no roles in environments, so undoing gives them back.
    const returns = way === 'as undo' && hasEnvironmentRoles(role);
    await mutateAsync({ userId, role, ...(returns && { environment_roles: own }) });
    const text = texts.isNow(name, role);
    if (way === 'as chosen') showUndo(text, () => void undo(role, before));
    else (way === 'as undo' ? showUndone : showDone)(text);
  };
  const set = async (role: Role, before: Role, way: Way) => {
    try {
      await send(role, before, way);
    } catch (error) {
      const run = () => send(role, before, way);
      if (wantsProof(error)) setUnproved({ ...texts.setRole(name, role), role, isProofWanted: true, run });
      else showFailure(texts.isStill(name, before), error);
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
  const forget = () => setUnproved(undefined);
  return (
    <>
      <NativeSelect
        className={classes.role}
        size="xs"
        aria-label={texts.roleOf(name)}
        data={grantable(mine).map((role) => ({ value: role, label: texts.role[role][0] }))}
        value={isPending ? variables.role : (unproved?.role ?? now)}
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
      <ConfirmWithProof opened={unproved !== undefined} deed={unproved} onDone={forget} onClose={forget} />
    </>
  );
}
