import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MAINTENANCE } from './chained-entries/maintain.js';

const INSTANCE = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** Erasing a user also erases the addresses of the user's sign-ins, which the ids of those entries identify. */
export const ERASE_PERSON = `
  create or replace function audit.erase_person(person uuid, address text default null) returns bigint
  language sql security definer set search_path = pg_catalog as $$
    with erased as (
      insert into audit.people as p (person_id, erased_at, month)
      select person, now(), date_trunc('month', now() at time zone 'UTC') where person is not null
      on conflict (person_id) do update set name = null, email = null, erased_at = now()
      returning person_id
    ), others as (
      update audit.people set name = null, email = null, erased_at = now()
      where person_id is distinct from person and (email = address or person_id = any (array(
        select e.id from audit.entries e, unnest(array['sign_in', 'password_change']) as act
        where audit.range_key(e.chain_id, e.action, null, e.user_id, null) = audit.range_key(${INSTANCE}, act, null, person, null)
          and e.chain_id = ${INSTANCE} and e.action = act and e.user_id = person)))
      returning person_id
    )
    select (select count(*) from erased) + (select count(*) from others)
  $$`;

export class AddressesOfSignIns1760000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ERASE_PERSON);
  }

  async down(runner: QueryRunner): Promise<void> {
    const [, before = ''] = MAINTENANCE.split('create function audit.erase_person');
    await runner.query(`create or replace function audit.erase_person${before}`);
  }
}
