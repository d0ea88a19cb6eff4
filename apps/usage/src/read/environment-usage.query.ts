import type { EnvironmentUsage } from '@burgee/contracts/http';
import type { AppUsage } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const POSITIONS_AT_MOST = 10;

type AppRow = Omit<AppUsage, 'seen_at' | 'positions'> & { seen_at: Date; positions: AppUsage['positions'] | null };
interface KeyRow {
  key: string;
  app: string;
  count: number;
  first_at: Date;
  seen_at: Date;
}

@Injectable()
export class EnvironmentUsageQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws not_found when the environment is not in the project */
  async of(projectId: string, environmentId: string): Promise<EnvironmentUsage> {
    const environments = await this.database.sql<unknown[]>`
      select from access_read.environment_v1 where environment_id = ${environmentId} and project_id = ${projectId}`;
    if (environments.length === 0) throw notFound();
    const [apps, keys, bulk] = await Promise.all([
      this.apps(environmentId),
      this.unknownKeys(projectId, environmentId),
      this.bulk(environmentId),
    ]);
    return {
      apps: apps.map((row) => ({ ...row, positions: row.positions ?? [], seen_at: row.seen_at.toISOString() })),
      unknown_keys: keys.map((row) => ({
        ...row,
        first_at: row.first_at.toISOString(),
        seen_at: row.seen_at.toISOString(),
      })),
      bulk: bulk.map(({ app, last_at }) => ({ app, last_at: last_at.toISOString() })),
    };
  }

  private apps(environmentId: string): Promise<AppRow[]> {
    return this.database.sql<AppRow[]>`
      select a.app, a.sdk, a.sdk_version, a.seen_at, held.positions
      from usage.apps a
      left join lateral (
        select json_agg(json_build_object('position', position, 'instances', instances) order by instances desc, position) as positions
        from (
          select i.position, count(*)::int as instances from usage.instances i
          where i.environment_id = a.environment_id and i.app = a.app and i.sdk = a.sdk and i.sdk_version = a.sdk_version
            and i.seen_at > now() - interval '1 day'
          group by i.position order by 2 desc, 1 limit ${POSITIONS_AT_MOST}) found
      ) held on true
      where a.environment_id = ${environmentId}
        -- What is decided here is no application.
        and not (a.sdk_version = '-' and a.sdk = a.app)
      order by a.seen_at desc, a.app, a.sdk, a.sdk_version`;
  }

  /** The reported keys that still match no flag. */
  private unknownKeys(projectId: string, environmentId: string): Promise<KeyRow[]> {
    return this.database.sql<KeyRow[]>`
      select k.flag_key as key, k.app, k.count::float8 as count, k.first_at, k.seen_at
      from usage.unknown_keys k
      where k.environment_id = ${environmentId}
        and not exists (select from usage_read.flag_v1 f where f.project_id = ${projectId} and f.key = k.flag_key)
      order by k.seen_at desc, k.flag_key, k.app`;
  }

  private bulk(environmentId: string): Promise<{ app: string; last_at: Date }[]> {
    return this.database.sql<{ app: string; last_at: Date }[]>`
      select app, last_at from usage.latest where environment_id = ${environmentId} and flag_key = '' order by app`;
  }
}
