import { type AddMemberRequest, DomainError, type MemberView } from '@burgee/contracts';
import { violatedConstraint } from '@burgee/service-kit';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Changes } from '../../changes/changes.js';
import { findMember } from '../member.repository.js';
import { assertMayTouch } from '../ownership.js';

async function userByEmail(manager: EntityManager, email: string): Promise<{ user_id: string; email: string }> {
  const rows = await manager.sql<{ user_id: string; email: string }[]>`
    select user_id, email from session_read.user_v1 where email_key = ${email.toLowerCase()}`;
  if (!rows[0])
    throw new DomainError('user_not_found', 'Nobody is registered with this email. Ask them to register first.', {
      errors: [{ pointer: '/email', detail: 'is not registered' }],
    });
  return rows[0];
}

@Injectable()
export class AddMemberService {
  constructor(private readonly changes: Changes) {}

  async add(actor: CurrentUser, { projectId, role }: Membership, request: AddMemberRequest): Promise<MemberView> {
    assertMayTouch(role, request.role);
    try {
      return await this.insert(actor, projectId, request);
    } catch (error) {
      if (violatedConstraint(error) !== 'members_pkey') throw error;
      throw new DomainError('duplicate', 'This user is a member already. Change the role instead.');
    }
  }

  private insert(actor: CurrentUser, projectId: string, request: AddMemberRequest): Promise<MemberView> {
    return this.changes.run(actor, async (change) => {
      const user = await userByEmail(change.manager, request.email);
      await change.manager.sql`
        insert into flags.members (project_id, user_id, role) values (${projectId}, ${user.user_id}, ${request.role})`;
      change.audit({
        action: 'member_add',
        project_id: projectId,
        old_values: null,
        new_values: { user_id: user.user_id, email: user.email, role: request.role },
      });
      return findMember(change.manager, projectId, user.user_id);
    });
  }
}
