import type { LiveSessionRow, MemberRow } from '@burgee/contracts/wire';
import type { MemberPolicy } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import type { CurrentUser } from './current-user.js';
import { hashSessionSecret } from './token.js';

type SessionRow = LiveSessionRow & { is_unverified: boolean } & {
  [K in 'project_id' | 'role' | 'environment_roles']?: MemberRow[K] | null;
};

export interface ProjectReference {
  id?: string;
  flagId?: string;
  envId?: string;
}

const toUser = (row: SessionRow, membership: CurrentUser['membership']): CurrentUser => ({
  id: row.user_id,
  name: row.user_name,
  email: row.user_email,
  sessionId: row.session_id,
  isAdministrator: row.is_administrator,
  hasFreshProof: row.has_fresh_proof,
  mustVerifyEmail: row.is_unverified,
  membership,
});

export const uuidOrNull = (value: string | undefined) => (isUUID(value) ? value : null);

/** Looks a session up in Postgres, on every request: a signed-out cookie stops working everywhere at once. */
@Injectable()
export class SessionQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async find(secret: string): Promise<CurrentUser | null> {
    const rows = await this.database.sql<SessionRow[]>`
      select session_id, user_id, user_name, user_email, is_administrator, has_fresh_proof,
             exists (select from session_read.unverified_user_v1 v where v.user_id = s.user_id) as is_unverified
      from session_read.session_v1 s
      where s.secret_hash = ${hashSessionSecret(secret)}`;
    return rows[0] ? toUser(rows[0], null) : null;
  }

  /** The same, with the user's roles in the project of that id, flag or environment, in one round trip. */
  async findWithRole(secret: string, project: ProjectReference, neededRole: MemberPolicy): Promise<CurrentUser | null> {
    const isNamed = project.id !== undefined || project.flagId !== undefined;
    const environmentId = uuidOrNull(isNamed ? undefined : project.envId);
    const rows = await this.database.sql<SessionRow[]>`
      select s.session_id, s.user_id, s.user_name, s.user_email, s.is_administrator, s.has_fresh_proof,
             exists (select from session_read.unverified_user_v1 v where v.user_id = s.user_id) as is_unverified,
             m.project_id, m.role, m.environment_roles
      from session_read.session_v1 s
      left join access_read.member_v1 m
        on m.user_id = s.user_id
        and m.project_id = coalesce(
          ${uuidOrNull(project.id)}::uuid,
          (select f.project_id from access_read.flag_v1 f where f.flag_id = ${uuidOrNull(project.flagId)}::uuid),
          (select e.project_id from access_read.environment_v1 e where e.environment_id = ${environmentId}::uuid))
      where s.secret_hash = ${hashSessionSecret(secret)}`;
    if (!rows[0]) return null;
    const { project_id: projectId, role, environment_roles } = rows[0];
    const needed = { neededRole, environmentId: project.envId };
    return toUser(rows[0], projectId && role ? { projectId, role, environment_roles, ...needed } : null);
  }

  /** For refusals. Undefined for an environment of another project. */
  async environmentName(projectId: string, environmentId: string): Promise<string | undefined> {
    const rows = await this.database.sql<{ name: string }[]>`
      select name from access_read.environment_v1
      where project_id = ${projectId} and environment_id = ${uuidOrNull(environmentId)}::uuid`;
    return rows[0]?.name;
  }
}
