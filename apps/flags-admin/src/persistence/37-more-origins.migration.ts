import type { MigrationInterface, QueryRunner } from 'typeorm';

const URL_AS_ORIGIN =
  'select url as origin from flags.environments where url is not null and flags.current_timeline() is not null';
const MORE = 'select origin from flags.environment_origins where flags.current_timeline() is not null';
const keysOf = (kind: 'sdk' | 'client') =>
  `select '${kind}' as kind, hash, expires_at, created_at from flags.${kind}_keys where environment_id = e.id`;
const ISO = `to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Origins of an environment next to its URL: rows, because gateways look up origins by an index. The views keep their
 * columns and, without such rows, their contents, so the previous release serves these origins too.
 */
export class MoreOrigins1760000000037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.environment_origins (
        environment_id uuid not null references flags.environments on delete cascade,
        position smallint not null,
        origin text not null,
        primary key (environment_id, position)
      )`);
    await runner.query('create index environment_origins_origin on flags.environment_origins (origin)');
    await this.replaceViews(runner, {
      registered: `${URL_AS_ORIGIN} union all ${MORE}`,
      origins: `to_json(array_remove(array[e.url], null) || array(
        select origin from flags.environment_origins where environment_id = e.id order by position))`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replaceViews(runner, {
      registered: URL_AS_ORIGIN,
      origins: `case when e.url is null then '[]' else json_build_array(e.url) end`,
    });
    await runner.query('drop table flags.environment_origins');
  }

  private async replaceViews(
    runner: QueryRunner,
    { registered, origins }: { registered: string; origins: string },
  ): Promise<void> {
    await runner.query(`create or replace view sdk_read.origin_v2 as ${registered}`);
    await runner.query(`
      create or replace view sdk_read.access_v1 as
      select e.id as environment_id, o.origins, k.keys,
             left(encode(sha256(convert_to(o.origins::text || k.keys::text, 'UTF8')), 'hex'), 32) as tag
      from flags.environments e
      cross join lateral (select ${origins} as origins) o
      cross join lateral (
        select coalesce(json_agg(json_build_object('hash', hash, 'kind', kind, 'expires_at', ${ISO})
                                 order by kind desc, created_at desc, hash), '[]') as keys
        from (${keysOf('sdk')} union all ${keysOf('client')}) k
        where expires_at is null or expires_at > now()
      ) k
      where flags.current_timeline() is not null`);
  }
}
