import type { FlagEnvironmentUsage } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Longer periods have daily buckets. */
const DAYS_BY_HOUR = 7;

type Counts = { bucket: Date; variant: keyof FlagEnvironmentUsage['variants']; count: number };
interface Row {
  environment_id: string;
  counts: (Omit<Counts, 'bucket'> & { bucket: string })[] | null;
  apps: { app: string; last_at: string }[] | null;
}

const timeOf = (text: string): string => new Date(text).toISOString();

function toUsage({ environment_id, counts, apps }: Row): FlagEnvironmentUsage {
  const variants = { on: 0, off: 0, targeted: 0, error: 0 };
  const buckets = new Map<string, number>();
  for (const { bucket, variant, count } of counts ?? []) {
    variants[variant] += count;
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + count);
  }
  const last = (apps ?? []).map(({ app, last_at }) => ({ app, last_at: timeOf(last_at) }));
  return {
    environment_id,
    last_at: last[0]?.last_at ?? null,
    variants,
    buckets: [...buckets].map(([at, count]) => ({ at: timeOf(at), count })),
    apps: last,
  };
}

@Injectable()
export class FlagUsageQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @param environmentId when omitted, all environments of the project */
  async of(projectId: string, flagId: string, environmentId?: string, days = 1): Promise<FlagEnvironmentUsage[]> {
    const unit = days > DAYS_BY_HOUR ? 'day' : 'hour';
    const rows = await this.database.sql<Row[]>`
      select e.environment_id, found.counts, latest.apps
      from access_read.environment_v1 e
      join usage_read.flag_v1 f on f.project_id = e.project_id and f.flag_id = ${flagId}
      left join lateral (
        select json_agg(json_build_object('bucket', bucket, 'variant', variant, 'count', count) order by bucket) as counts
        from (
          select date_trunc(${unit}::text, c.hour, 'UTC') as bucket, c.variant, sum(c.count)::float8 as count
          from usage.counts c
          where c.environment_id = e.environment_id and c.flag_key = f.key collate "default"
            and c.hour > date_trunc('hour', now(), 'UTC') - make_interval(days => ${days}::int)
          group by 1, 2) summed
      ) found on true
      left join lateral (
        select json_agg(json_build_object('app', l.app, 'last_at', l.last_at) order by l.last_at desc, l.app) as apps
        from usage.latest l where l.environment_id = e.environment_id and l.flag_key = f.key collate "default"
      ) latest on true
      where e.project_id = ${projectId} and e.environment_id = coalesce(${environmentId ?? null}::uuid, e.environment_id)
      order by e.environment_id`;
    return rows.map(toUsage);
  }
}
