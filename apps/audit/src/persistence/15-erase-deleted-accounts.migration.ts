import { INSTANCE_CHAIN } from '@burgee/contracts/wire';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ERASE_PERSON } from './8-addresses-of-sign-ins.migration.js';
import { RECORD } from './chained-entries/record.js';

const replaced = (sql: string) => sql.replace('create function', 'create or replace function');

/**
 * The entry of a deleted account erases the person, in its transaction. Other outboxes may deliver older messages of that
 * person later: these erase again what they bring.
 */
const RECORD_AND_ERASE = replaced(RECORD).replace(
  'end $$',
  // A function, because $$ means $ in a replacement.
  () => `
    perform audit.erase_person(p.person_id, p.email)
    from (
      select d.person_id, k.email
      from (
        select (c::json -> 'new_values' ->> 'user_id')::uuid as person_id from unnest(contents) c
        where c like '%"account_delete"%' and c::json ->> 'action' = 'account_delete'
          and c::json ->> 'project_id' = '${INSTANCE_CHAIN}'
      ) d left join audit.people k on k.person_id = d.person_id
      union all
      select g.person_id, g.email
      from json_to_recordset(people) as g (person_id uuid, name text, email text)
      join audit.people k on k.person_id = g.person_id
      where k.erased_at is not null
    ) p;
  end $$`,
);

/** Leaves rows that are erased already, since a message of an erased person erases again. */
const ERASE_ONCE = ERASE_PERSON.replace(
  'where person_id is distinct from person and',
  'where email is not null and person_id is distinct from person and',
);

export class EraseDeletedAccounts1760000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ERASE_ONCE);
    await runner.query(RECORD_AND_ERASE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(replaced(RECORD));
    await runner.query(ERASE_PERSON);
  }
}
