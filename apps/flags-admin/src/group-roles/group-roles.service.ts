import type { GroupRoleRequest, GroupRoleView } from '@burgee/contracts/http';
import { DomainError, type EnvironmentRoles, type Role } from '@burgee/contracts/wire';
import { violatedConstraint } from '@burgee/process-kit';
import { notFound } from '@burgee/service-kit';
import { assertFreshProof, type CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { decideRoles } from '../roles/decide-roles.js';
import { slugsById } from '../roles/environment-roles.js';
import { assertMayTouch } from '../roles/ownership.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

const AT_MOST = 200;

interface Row {
  id: string;
  issuer: string;
  group: string;
  role: Role;
  environment_roles: EnvironmentRoles;
}

/** The roles that owners of a project give to groups of providers. */
@Injectable()
export class GroupRolesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  list(projectId: string): Promise<GroupRoleView[]> {
    return this.database.sql<Row[]>`
      select id, issuer, group_name as group, role, environment_roles from flags.group_roles
      where project_id = ${projectId} order by issuer, group_name`;
  }

  /** @throws fresh_proof_required, role_too_low, invalid_request, duplicate, quota_exceeded */
  async create(actor: CurrentUser, projectId: string, request: GroupRoleRequest): Promise<GroupRoleView> {
    assertFreshProof(actor);
    try {
      return await this.insert(actor, projectId, request);
    } catch (error) {
      if (violatedConstraint(error) !== 'group_roles_of_project') throw error;
      throw new DomainError('duplicate', 'This group has a role already. Delete that first.');
    }
  }

  async delete(actor: CurrentUser, projectId: string, id: string): Promise<void> {
    await this.unitOfWork.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      const [[removed]] = await change.manager.sql<[Row[], number]>`
        delete from flags.group_roles where id = ${id} and project_id = ${projectId}
        returning id, issuer, group_name as group, role, environment_roles`;
      if (!removed) throw notFound();
      assertMayTouch(change, removed.role);
      const { id: _id, ...old } = removed;
      change.audit({
        action: 'project_update',
        project_id: projectId,
        old_values: { group_role: old },
        new_values: { group_role: null },
      });
    });
  }

  private insert(actor: CurrentUser, projectId: string, request: GroupRoleRequest): Promise<GroupRoleView> {
    const { issuer, group, role, environment_roles: given } = request;
    return this.unitOfWork.run(actor, async (change) => {
      const { manager } = change;
      assertMayTouch(change, role);
      await lockProject(manager, projectId);
      const slugs = await slugsById(manager, projectId);
      const { environment_roles } = decideRoles({ role }, { environment_roles: given }, new Set(slugs.keys()));
      const [row] = await manager.sql<[{ count: number }]>`
        select count(*)::int as count from flags.group_roles where project_id = ${projectId}`;
      if (row.count >= AT_MOST)
        throw new DomainError('quota_exceeded', `A project can give roles to up to ${AT_MOST} groups.`);
      const id = uuidv7();
      await manager.sql`
        insert into flags.group_roles (id, project_id, issuer, group_name, role, environment_roles)
        values (${id}, ${projectId}, ${issuer}, ${group}, ${role}, ${JSON.stringify(environment_roles)}::jsonb)`;
      change.audit({
        action: 'project_update',
        project_id: projectId,
        old_values: { group_role: null },
        new_values: { group_role: { issuer, group, role, environment_roles } },
      });
      return { id, issuer, group, role, environment_roles };
    });
  }
}
