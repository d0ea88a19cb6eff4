import {
  decodePageStart,
  encodeCursor,
  type EnvironmentView,
  PAGE_BYTES,
  type PageQuery,
} from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RULE_COLUMNS } from '../change-rules/change-rules.js';
import { type EnvironmentRow, environmentView, type Reader } from './environment-view.js';
import { MORE_ORIGINS, MORE_ORIGINS_BYTES } from '../unit-of-work/more-origins.js';
import { SdkKeyVault } from './sdk-key-vault.js';

interface EnvironmentPage {
  environments: EnvironmentView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

const PAGE = 100;
/** The JSON around the texts of an environment: field names, ids, a slug, keys, times. */
export const AROUND_ENVIRONMENT = 860;

/**
 * Environments and their keys for a member. One statement reads the role and the keys: it sees a removal that rotates
 * keys completely or not at all, so a removed member never sees a new key.
 */
@Injectable()
export class EnvironmentQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly vault: SdkKeyVault,
  ) {}

  /** The environments of these projects, if the user is a member, oldest first, without keys. */
  async ofProjects(reader: Reader, projectIds: readonly string[]): Promise<EnvironmentView[]> {
    const rows = await this.database.sql<EnvironmentRow[]>`
      select e.id, e.project_id, e.name, e.slug, e.icon, e.url, ${MORE_ORIGINS}, e.protected, e.color,
             ${RULE_COLUMNS},
             e.sort_order as "order", e.revision,
             flags.epoch_of(e.id, i.epoch) || '-' || e.revision as position, e.created_at, m.role,
             m.environment_roles ->> e.id::text as environment_role, null as ciphertext, (select max(old.expires_at) from flags.sdk_keys old
              where old.environment_id = e.id and old.expires_at > now()) as previous_key_expires_at,
             null as client_ciphertext, (select max(old.expires_at) from flags.client_keys old
              where old.environment_id = e.id and old.expires_at > now()) as previous_client_key_expires_at
      from flags.environments e
      cross join flags.installation i
      join flags.actors m on m.project_id = e.project_id and m.user_id = ${reader.id}
      where e.project_id = any(${projectIds}::uuid[])
      order by e.created_at, e.id`;
    return rows.map((row) => environmentView(row, this.vault, reader.token));
  }

  /** All environments of a project, oldest first. */
  ofProject(reader: Reader, projectId: string): Promise<EnvironmentView[]> {
    return this.withKeys(reader, projectId, null);
  }

  /** All environments in pages, each cut by rows and by bytes. */
  async page(reader: Reader, projectId: string, { cursor, limit = PAGE }: PageQuery): Promise<EnvironmentPage> {
    const start = cursor === undefined ? null : decodePageStart(cursor);
    const rows = await this.database.sql<{ id: string; found: number }[]>`
      with found as (
        select id, created_at, ${AROUND_ENVIRONMENT}::int + octet_length(name) + octet_length(icon)
               + coalesce(octet_length(url), 0) + ${MORE_ORIGINS_BYTES} + coalesce(octet_length(freeze_reason), 0) as bytes
        from flags.environments e
        where project_id = ${projectId}
          and (${start?.id ?? null}::uuid is null
               or (created_at, id) > (${start?.createdAt ?? null}::timestamptz, ${start?.id ?? null}::uuid))
        order by created_at, id
        limit ${limit + 1}
      )
      select id, found
      from (
        select id, created_at, count(*) over () as found, row_number() over in_order as position,
               sum(bytes) over in_order as bytes
        from found
        window in_order as (order by created_at, id rows unbounded preceding)
      ) measured
      where position <= ${limit}::int and (position = 1 or bytes <= ${PAGE_BYTES}::int)
      order by created_at, id`;
    const ids = rows.map(({ id }) => id);
    const environments = await this.withKeys(reader, projectId, ids);
    const last = environments.at(-1);
    const hasNext = (rows[0]?.found ?? 0) > rows.length;
    return { environments, ...(hasNext && last && { next: encodeCursor([last.created_at, last.id]) }) };
  }

  /** The ids of the environments of a project, oldest first. */
  async idsOf(projectId: string): Promise<string[]> {
    const rows = await this.database.sql<{ id: string }[]>`
      select id from flags.environments where project_id = ${projectId} order by created_at, id`;
    return rows.map(({ id }) => id);
  }

  /** @throws not_found, also for an environment of another project */
  async one(reader: Reader, projectId: string, environmentId: string): Promise<EnvironmentView> {
    const [environment] = await this.withKeys(reader, projectId, [environmentId]);
    if (!environment) throw notFound();
    return environment;
  }

  /** @param environmentIds null for all */
  private async withKeys(
    reader: Reader,
    projectId: string,
    environmentIds: readonly string[] | null,
  ): Promise<EnvironmentView[]> {
    const rows = await this.database.sql<EnvironmentRow[]>`
      select e.id, e.project_id, e.name, e.slug, e.icon, e.url, ${MORE_ORIGINS}, e.protected, e.color,
             ${RULE_COLUMNS},
             e.sort_order as "order", e.revision,
             flags.epoch_of(e.id, i.epoch) || '-' || e.revision as position, e.created_at, k.ciphertext,
             m.role, m.environment_roles ->> e.id::text as environment_role, (select max(old.expires_at) from flags.sdk_keys old
              where old.environment_id = e.id and old.expires_at > now()) as previous_key_expires_at,
             c.ciphertext as client_ciphertext, (select max(old.expires_at) from flags.client_keys old
              where old.environment_id = e.id and old.expires_at > now()) as previous_client_key_expires_at
      from flags.environments e
      cross join flags.installation i
      join flags.actors m on m.project_id = e.project_id and m.user_id = ${reader.id}
      -- With a limit, so that Postgres goes into the index for each and does not read the keys of all tenants.
      cross join lateral (
        select ciphertext from flags.sdk_keys where environment_id = e.id and expires_at is null limit 1
      ) k
      -- Made a moment later for an environment from before there were client keys.
      left join lateral (
        select ciphertext from flags.client_keys where environment_id = e.id and expires_at is null limit 1
      ) c on true
      where e.project_id = ${projectId} and (${environmentIds}::uuid[] is null or e.id = any(${environmentIds}::uuid[]))
      order by e.created_at, e.id`;
    return rows.map((row) => environmentView(row, this.vault, reader.token));
  }
}
