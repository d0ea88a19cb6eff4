import { type MemberRoles, NOBODY } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { withdrawInvitationsOf } from '../invitations/invitation.repository.js';
import { hasOwner } from '../members/member.repository.js';
import { Quotas } from '../quotas/quotas.js';
import { auditedRoles, slugsById } from '../roles/environment-roles.js';
import { notGrantable } from '../roles/ownership.js';
import { endSwitchOffLinksOf } from '../switch-off-links/switch-off-link.repository.js';
import type { Change } from '../unit-of-work/change.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { lockMembers, UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { disableWebhooksOf } from '../webhooks/disable-webhooks-of.js';
import { decideMembership, type Granted, type GroupedMember, mergeRoles } from './decide-membership.js';

interface Membership {
  member: GroupedMember | undefined;
  granted: Granted | undefined;
  /** That the person is in and that have a role here. */
  groups: readonly string[];
  email: string | undefined;
  hasOtherOwner: boolean;
  slugs: ReadonlyMap<string, string>;
}

/** The provider says which groups a person is in; no account acts here. */
const actorFor = (userId: string): CurrentUser => ({
  ...NOBODY,
  email: '',
  sessionId: '',
  membership: null,
  provenance: { performed_by: null, on_behalf_of: userId, via: 'sign-in', run: null },
});

@Injectable()
export class ApplyGroupsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
  ) {}

  /** @throws quota_exceeded */
  async apply(userId: string, projectId: string): Promise<void> {
    await this.unitOfWork.run(actorFor(userId), async (change) => {
      await lockMembers(change.manager, projectId);
      await lockProject(change.manager, projectId);
      const found = await this.read(change.manager, userId, projectId);
      const { member, granted, groups, email, slugs } = found;
      const decision = decideMembership(member, granted, found.hasOtherOwner);
      const person = { user_id: userId, email };
      const before = member && { ...person, role: member.role, ...auditedRoles(member.environment_roles, slugs) };
      switch (decision.act) {
        case 'none':
          return;
        case 'keep_owner':
          await change.manager.sql`
            update flags.members set from_groups = false where project_id = ${projectId} and user_id = ${userId}`;
          return this.record(change, projectId, before, { ...before, kept: 'last_owner' });
        case 'remove':
          await change.manager.sql`delete from flags.members where project_id = ${projectId} and user_id = ${userId}`;
          await disableWebhooksOf(change, projectId, userId);
          await endSwitchOffLinksOf(change, projectId, userId);
          return this.record(change, projectId, before, null);
        default:
          return this.write(change, { person, groups, projectId, slugs, before }, decision.roles);
      }
    });
  }

  private async write(
    change: Change,
    about: Pick<Membership, 'slugs' | 'groups'> & {
      person: { user_id: string; email: string | undefined };
      projectId: string;
      before: object | undefined;
    },
    { role, environment_roles }: Granted,
  ): Promise<void> {
    const { person, groups, projectId, slugs, before } = about;
    const userId = person.user_id;
    if (!before) await this.quotas.roomForMember(change.manager, projectId);
    await change.manager.sql`
      insert into flags.members (project_id, user_id, role, environment_roles, from_groups)
      values (${projectId}, ${userId}, ${role}, ${JSON.stringify(environment_roles)}::jsonb, true)
      on conflict (project_id, user_id) do update
      set role = excluded.role, environment_roles = excluded.environment_roles`;
    if (before) {
      await withdrawInvitationsOf(change.manager, projectId, userId, notGrantable(role));
      if (role !== 'owner' && role !== 'admin') await disableWebhooksOf(change, projectId, userId);
      if (role !== 'owner') await endSwitchOffLinksOf(change, projectId, userId);
    }
    this.record(change, projectId, before, { ...person, role, ...auditedRoles(environment_roles, slugs), groups });
  }

  private record(change: Change, project_id: string, before: object | undefined, after: object | null): void {
    const action = after === null ? 'member_remove' : before ? 'member_update' : 'member_add';
    const by = { by: 'groups' };
    change.audit({
      action,
      project_id,
      old_values: before ? { ...before } : null,
      new_values: after === null ? by : { ...after, ...by },
    });
  }

  private async read(manager: EntityManager, userId: string, projectId: string): Promise<Membership> {
    const slugs = await slugsById(manager, projectId);
    const granted = await manager.sql<(MemberRoles & { group: string })[]>`
      select r.role, r.environment_roles, r.group_name as group from session_read.identity_v1 i
      join flags.group_roles r on rtrim(r.issuer, '/') = rtrim(i.issuer, '/') and i.groups ? r.group_name
      where i.user_id = ${userId} and r.project_id = ${projectId} order by r.id`;
    const [member] = await manager.sql<GroupedMember[]>`
      select role, environment_roles, from_groups as "fromGroups" from flags.members
      where project_id = ${projectId} and user_id = ${userId}`;
    const [user] = await manager.sql<{ email: string }[]>`
      select email from session_read.user_v1 where user_id = ${userId}`;
    const groups = [...new Set(granted.map(({ group }) => group))].toSorted();
    const hasOtherOwner = member?.role === 'owner' && (await hasOwner(manager, projectId, userId));
    const roles = mergeRoles(granted, [...slugs.keys()]);
    return { member, granted: roles, groups, email: user?.email, hasOtherOwner, slugs };
  }
}
