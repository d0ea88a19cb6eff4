import type { TrustView } from '@burgee/contracts/http';
import type { TokenLimits, TrustProvider, Verb } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** A trust as it is stored. */
export interface TrustRow {
  id: string;
  project_id: string;
  name: string;
  provider: TrustProvider;
  issuer: string;
  audience: string;
  claims: Record<string, string>;
  verbs: Verb[];
  environments: string[] | null;
  limits: TokenLimits | null;
  minutes: number;
  created_by: string;
}

type ListedRow = Omit<TrustView, 'created_by' | 'created_at' | 'last_used_at'> & {
  project_id: string;
  made_by: string;
  maker_name: string;
  created_at: Date;
  last_used_at: Date | null;
};

const toView = ({ project_id: _project, made_by, maker_name, ...row }: ListedRow): TrustView => ({
  ...row,
  limits: row.limits as TrustView['limits'],
  created_by: { id: made_by, name: maker_name },
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

const COLUMNS = () => `
  t.id, t.project_id, t.name, t.provider, t.issuer, t.audience, t.claims, t.verbs, t.environment_ids as environments,
  t.limits, t.minutes`;

@Injectable()
export class TrustRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Newest first. */
  async list(projectId: string, manager: Pick<EntityManager, 'sql'> = this.database): Promise<TrustView[]> {
    const rows = await manager.sql<ListedRow[]>`
      select ${COLUMNS}, t.created_by as made_by, maker.name as maker_name, t.created_at, t.last_used_at
      from auth.trusts t join auth.users maker on maker.id = t.created_by
      where t.project_id = ${projectId} order by t.created_at desc, t.id desc`;
    return rows.map(toView);
  }

  async count(projectId: string, manager: EntityManager): Promise<number> {
    const [row] = await manager.sql<[{ count: number }]>`
      select count(*)::int as count from auth.trusts where project_id = ${projectId}`;
    return row.count;
  }

  async insert(trust: TrustRow, manager: EntityManager): Promise<void> {
    await manager.sql`
      insert into auth.trusts (id, project_id, name, provider, issuer, audience, claims, verbs, environment_ids, limits,
                               minutes, created_by)
      values (${trust.id}, ${trust.project_id}, ${trust.name}, ${trust.provider}, ${trust.issuer}, ${trust.audience},
              ${JSON.stringify(trust.claims)}::jsonb, ${trust.verbs}::text[], ${trust.environments}::uuid[],
              ${trust.limits && JSON.stringify(trust.limits)}::jsonb, ${trust.minutes}::int, ${trust.created_by})`;
  }

  /** Of a project that still exists. */
  async find(id: string): Promise<TrustRow | undefined> {
    const [row] = await this.database.sql<TrustRow[]>`
      select ${COLUMNS}, t.created_by from auth.trusts t
      join access_read.project_v1 p on p.project_id = t.project_id
      where t.id = ${id}`;
    return row;
  }

  /** Notes the use of a trust, and holds up its deletion until the transaction ends. @returns whether it is still there */
  async use(id: string, manager: EntityManager): Promise<boolean> {
    const [, used] = await manager.sql<[unknown[], number]>`
      update auth.trusts set last_used_at = now() where id = ${id}`;
    return used > 0;
  }

  /** Deletes a trust and revokes what jobs have by it. @returns its name, and the ids of these tokens */
  async delete(
    projectId: string,
    id: string,
    manager: EntityManager,
  ): Promise<{ name: string; tokenIds: string[] } | undefined> {
    const [[trust]] = await manager.sql<[{ name: string }[], number]>`
      delete from auth.trusts where id = ${id} and project_id = ${projectId} returning name`;
    if (!trust) return undefined;
    const [revoked] = await manager.sql<[{ id: string }[], number]>`
      update auth.tokens set revoked_at = now()
      where trust_id = ${id} and revoked_at is null and expires_at > now() returning id`;
    return { name: trust.name, tokenIds: revoked.map((token) => token.id) };
  }
}
