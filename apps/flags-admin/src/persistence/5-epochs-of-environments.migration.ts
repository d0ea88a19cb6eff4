import type { MigrationInterface, QueryRunner } from 'typeorm';

const RANDOM_EPOCH = `substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)`;
/** Runs with the rights of its owner, with a search path that the caller cannot change. */
const AS_OWNER = 'security definer set search_path = pg_catalog, pg_temp';
const FUNCTIONS = [
  'flags.current_timeline()',
  'flags.epoch_of(uuid, text)',
  'flags.current_epoch(uuid)',
  'flags.follow_timeline()',
];

/**
 * Each environment has its own epoch, which changes when a standby is promoted: a hash of the environment's id, the
 * epoch of the installation and the timeline of the server.
 */
export class EpochsOfEnvironments1760000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createTimeline(runner);
    await runner.query('alter table flags.installation add column timeline text');
    await runner.query('update flags.installation set timeline = flags.current_timeline()');
    await this.createEpochs(runner);
    for (const name of FUNCTIONS) await runner.query(`revoke all on function ${name} from public`);
    await this.replaceViews(runner, {
      epochOf: (environment) => `flags.epoch_of(${environment}, i.epoch)`,
      onPrimary: 'flags.current_timeline() is not null',
    });
    await runner.query('create view sdk_read.server_v1 as select flags.current_timeline() as timeline');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view sdk_read.server_v1');
    await this.replaceViews(runner, { epochOf: () => 'i.epoch', onPrimary: 'true' });
    await this.replaceEpochFunctions(runner, {
      setTimeline: '',
      lock: '',
      isLost: 'i.epoch = known_epoch',
    });
    await runner.query(`drop function ${FUNCTIONS.toReversed().join(', ')}`);
    await runner.query('alter table flags.installation drop column timeline');
  }

  /**
   * The timeline changes when a standby is promoted and after a point-in-time recovery. A standby raises an error, so
   * every query for an epoch fails there. A server that cannot name its timeline returns '': promotions go unnoticed on
   * it.
   */
  private async createTimeline(runner: QueryRunner): Promise<void> {
    const create = (timeline: string) => `
      create or replace function flags.current_timeline() returns text language plpgsql stable parallel safe as $body$
      begin
        if pg_is_in_recovery() then
          raise exception 'this server is a standby, and may lag behind its primary' using
            errcode = 'read_only_sql_transaction',
            hint = 'Let DATABASE_URL name the primary, or promote this server.';
        end if;
        return ${timeline};
      end $body$`;
    await runner.query(create('left(pg_walfile_name(pg_current_wal_lsn()), 8)'));
    await runner.query(`
      do $do$ begin
        perform flags.current_timeline();
      exception when others then
        execute $sql$${create("''")}$sql$;
      end $do$`);
  }

  /** The views inline `epoch_of`: calling `current_epoch` for each row takes four times as long. */
  private async createEpochs(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function flags.epoch_of(environment uuid, installation_epoch text) returns text
      language sql stable parallel safe as $$
        select left(encode(sha256(convert_to(
          environment::text || ' ' || installation_epoch || ' ' || flags.current_timeline(), 'UTF8')), 'hex'), 16)
      $$`);
    await runner.query(`
      create function flags.current_epoch(environment_id uuid) returns text
      language plpgsql stable strict parallel safe ${AS_OWNER} as $$
      begin
        return (select flags.epoch_of(environment_id, epoch) from flags.installation);
      end $$`);
    await runner.query(`
      create function flags.follow_timeline() returns boolean language plpgsql ${AS_OWNER} as $$
      begin
        update flags.installation i set epoch = ${RANDOM_EPOCH}, timeline = flags.current_timeline()
        where i.timeline is distinct from flags.current_timeline();
        return found;
      end $$`);
    await this.replaceEpochFunctions(runner, {
      setTimeline: ', timeline = flags.current_timeline()',
      lock: 'perform from flags.installation for update;',
      isLost: 'flags.current_epoch(environment) = known_epoch',
    });
  }

  /**
   * When two replicas report the same loss, the later report waits for the lock and then sees the epoch that the other
   * began.
   */
  private async replaceEpochFunctions(
    runner: QueryRunner,
    { setTimeline, lock, isLost }: { setTimeline: string; lock: string; isLost: string },
  ): Promise<void> {
    await runner.query(`
      create or replace function flags.begin_epoch() returns text language sql as $$
        update flags.installation set epoch = ${RANDOM_EPOCH}${setTimeline} returning epoch
      $$`);
    await runner.query(`
      create or replace function sdk_read.report_lost_history_v1(environment uuid, known_epoch text, known_revision bigint)
      returns boolean language plpgsql ${AS_OWNER} as $$
      begin
        ${lock}
        update flags.installation i set epoch = ${RANDOM_EPOCH}${setTimeline}
        from flags.environments e
        where ${isLost} and e.id = environment and e.revision < known_revision;
        return found;
      end $$`);
  }

  /**
   * `onPrimary` fails every query on a standby, even without a matching row, because a valid key may be missing there.
   */
  private async replaceViews(
    runner: QueryRunner,
    { epochOf, onPrimary }: { epochOf: (environment: string) => string; onPrimary: string },
  ): Promise<void> {
    await runner.query(`
      create or replace view sdk_read.environment_v1 as
      select e.id as environment_id, ${epochOf('e.id')} as epoch, e.revision
      from flags.environments e cross join flags.installation i
      where ${onPrimary}`);
    await runner.query(`
      create or replace view sdk_read.sdk_key_v1 as
      select k.hash as key_hash, e.id as environment_id, ${epochOf('e.id')} as epoch, e.revision
      from flags.sdk_keys k
      join flags.environments e on e.id = k.environment_id
      cross join flags.installation i
      where (k.expires_at is null or k.expires_at > now()) and ${onPrimary}`);
    await runner.query(`
      create or replace view sdk_read.origin_v1 as
      select distinct url as origin from flags.environments where url is not null and ${onPrimary}`);
    await runner.query(`
      create or replace view sdk_read.flag_set_v1 as
      select e.id as environment_id, ${epochOf('e.id')} as epoch, e.revision, coalesce(v.flags, '[]'::json) as flags
      from flags.environments e
      cross join flags.installation i
      left join lateral (
        select json_agg(json_build_object(
          'flag_id', f.id, 'key', f.key, 'name', f.name, 'type', f.type,
          'is_enabled', v.is_enabled, 'rollout_percentage', v.rollout_percentage,
          'targeting_attribute', v.targeting_attribute, 'targeting_value', v.targeting_value,
          'targeting_return_value', v.targeting_return_value) order by f.key) as flags
        from flags.flag_values v
        join flags.flags f on f.id = v.flag_id
        where v.environment_id = e.id
      ) v on true
      where ${onPrimary}`);
    await runner.query(`
      create or replace view sdk_read.change_v1 as
      select o.environment_id, o.revision, o.kind, o.payload as data, ${epochOf('o.environment_id')} as epoch,
             o.created_at as occurred_at, o.traceparent
      from flags.outbox o cross join flags.installation i
      where o.revision is not null and ${onPrimary}`);
  }
}
