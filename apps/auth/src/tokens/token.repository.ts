import type { ProjectTokenView, TokenView } from '@burgee/contracts/http';
import { type TokenLimits, type TokenScope, TOKENS_AT_MOST } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** Expired ones are listed this long. Others than those that people make for a project or the installation are deleted then. */
const KEPT_DAYS = 30;
const DELETED_AT_ONCE = 1_000;

/** Whose tokens: an account's, a project's or, with neither, those of the installation. */
export interface TokenOwner {
  userId?: string;
  projectId?: string;
}

interface NewToken extends TokenScope {
  limits?: TokenLimits | null;
  id: string;
  secretHash: string;
  name: string;
  days: number;
  createdBy: string;
}

type TokenRow = Omit<TokenView, 'created_by' | 'created_at' | 'expires_at' | 'last_used_at'> &
  Record<'created_at' | 'expires_at', Date> & {
    last_used_at: Date | null;
    made_by: string;
    maker_name: string;
    has_access: boolean;
  };

function toView({ made_by, maker_name, has_access, ...row }: TokenRow): ProjectTokenView {
  return {
    ...row,
    created_by: { id: made_by, name: maker_name },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    has_access,
  };
}

const withoutAccess = ({ has_access: _ofProjects, ...view }: ProjectTokenView): TokenView => view;

const COLUMNS = () => `
  t.id, t.name, case when t.user_id is null then 'service' else 'personal' end as kind, t.project_id, t.verbs,
  t.project_ids as projects, t.environment_ids as environments, t.limits, t.created_by as made_by, maker.name as maker_name,
  t.created_at, t.expires_at, t.last_used_at, t.last_used_from`;

@Injectable()
export class TokenRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Newest first: those that have not been revoked. */
  async list({ userId, projectId }: TokenOwner): Promise<TokenView[]> {
    const rows = await this.database.sql<TokenRow[]>`
      select ${COLUMNS}, true as has_access
      from auth.tokens t join auth.users maker on maker.id = t.created_by
      where t.user_id is not distinct from ${userId ?? null}::uuid
        and t.project_id is not distinct from ${projectId ?? null}::uuid
        and t.trust_id is null and t.revoked_at is null and t.expires_at > now() - make_interval(days => ${KEPT_DAYS})
      order by t.created_at desc, t.id desc limit ${TOKENS_AT_MOST * 2}`;
    return rows.map((row) => withoutAccess(toView(row)));
  }

  /** Its own, and those of the installation that its owners may admit. */
  async listForProject(projectId: string): Promise<ProjectTokenView[]> {
    const rows = await this.database.sql<TokenRow[]>`
      select ${COLUMNS},
             t.project_id is not null or exists (
               select from access_read.token_member_v1 a where a.token_id = t.id and a.project_id = ${projectId}
             ) as has_access
      from auth.tokens t join auth.users maker on maker.id = t.created_by
      where t.user_id is null
        and (t.project_id = ${projectId} or (t.project_id is null
             and (t.project_ids is null or ${projectId}::uuid = any (t.project_ids))))
        and t.trust_id is null and t.revoked_at is null and t.expires_at > now() - make_interval(days => ${KEPT_DAYS})
      order by t.project_id is null, t.created_at desc, t.id desc limit ${TOKENS_AT_MOST * 4}`;
    return rows.map(toView);
  }

  async one(id: string, manager: Pick<EntityManager, 'sql'> = this.database): Promise<TokenView | undefined> {
    const rows = await manager.sql<TokenRow[]>`
      select ${COLUMNS}, true as has_access
      from auth.tokens t join auth.users maker on maker.id = t.created_by where t.id = ${id}`;
    return rows[0] && withoutAccess(toView(rows[0]));
  }

  async countLive({ userId, projectId }: TokenOwner, manager: EntityManager): Promise<number> {
    const [row] = await manager.sql<[{ count: number }]>`
      select count(*)::int as count from auth.tokens
      where user_id is not distinct from ${userId ?? null}::uuid
        and project_id is not distinct from ${projectId ?? null}::uuid
        and trust_id is null and revoked_at is null and expires_at > now()`;
    return row.count;
  }

  async insert({ userId, projectId }: TokenOwner, token: NewToken, manager: EntityManager): Promise<void> {
    await manager.sql`
      insert into auth.tokens (id, secret_hash, name, user_id, project_id, verbs, project_ids, environment_ids, limits,
                               created_by, expires_at)
      values (${token.id}, ${token.secretHash}, ${token.name}, ${userId ?? null}, ${projectId ?? null},
              ${token.verbs}::text[], ${token.projects}::uuid[], ${token.environments}::uuid[],
              ${token.limits ? JSON.stringify(token.limits) : null}::jsonb, ${token.createdBy},
              now() + make_interval(days => ${token.days}::int))`;
  }

  /** @returns whose it is, and whether it was live; undefined when there is none */
  async revoke(
    id: string,
    owner: TokenOwner | 'any',
    manager: EntityManager,
  ): Promise<{ name: string; userId: string | null; projectId: string | null; isEnded: boolean } | undefined> {
    const isAny = owner === 'any';
    const { userId, projectId } = isAny ? {} : owner;
    const [row] = await manager.sql<
      { name: string; userId: string | null; projectId: string | null; isEnded: boolean }[]
    >`
      select name, user_id as "userId", project_id as "projectId", revoked_at is not null as "isEnded"
      from auth.tokens
      where id = ${id} and (${isAny}::boolean or (user_id is not distinct from ${userId ?? null}::uuid
                                         and project_id is not distinct from ${projectId ?? null}::uuid))
      for update`;
    if (row && !row.isEnded) await manager.sql`update auth.tokens set revoked_at = now() where id = ${id}`;
    return row;
  }

  /** @returns how many it deleted; 0 when none are left */
  async deleteEnded(): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from auth.tokens where id in (
        select id from auth.tokens
        where (user_id is not null or trust_id is not null) and least(revoked_at, expires_at) < now() - make_interval(days => ${KEPT_DAYS})
        limit ${DELETED_AT_ONCE} for update skip locked)`;
    return deleted;
  }
}
