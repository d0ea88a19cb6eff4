import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notes the values of string, number and JSON flags that have a return value without a rule. It had no effect so far
 * and would now become the unconditional value, so `ClearReturnValues` clears these, with changes instead of in the
 * migration.
 */
export class LoneReturnValues1760000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.lone_return_values (
        value_id uuid primary key references flags.flag_values on delete cascade,
        return_value text not null
      )`);
    await runner.query(`
      insert into flags.lone_return_values (value_id, return_value)
      select v.id, v.targeting_return_value
      from flags.flag_values v join flags.flags f on f.id = v.flag_id
      where f.type <> 'boolean' and v.targeting_attribute is null and v.targeting_value is null
        and v.targeting_return_value is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table flags.lone_return_values');
  }
}
