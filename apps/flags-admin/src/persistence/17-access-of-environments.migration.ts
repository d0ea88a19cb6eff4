import type { MigrationInterface, QueryRunner } from 'typeorm';

const keysOf = (kind: 'sdk' | 'client') =>
  `select '${kind}' as kind, hash, expires_at, created_at from flags.${kind}_keys where environment_id = e.id`;

const ISO = `to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The access rules of an environment, for edges. The tag is a hash of the content, so that it reflects every change,
 * including changes by the previous release and the end of a grace, which writes nothing.
 */
export class AccessOfEnvironments1760000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view sdk_read.access_v1 as
      select e.id as environment_id, o.origins, k.keys,
             left(encode(sha256(convert_to(o.origins::text || k.keys::text, 'UTF8')), 'hex'), 32) as tag
      from flags.environments e
      cross join lateral (
        select case when e.url is null then '[]' else json_build_array(e.url) end as origins
      ) o
      cross join lateral (
        select coalesce(json_agg(json_build_object('hash', hash, 'kind', kind, 'expires_at', ${ISO})
                                 order by kind desc, created_at desc, hash), '[]') as keys
        from (${keysOf('sdk')} union all ${keysOf('client')}) k
        where expires_at is null or expires_at > now()
      ) k
      where flags.current_timeline() is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view sdk_read.access_v1');
  }
}
