import { parseList } from '@burgee/evaluation';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAMED_AT_MOST = 100;

interface Rule {
  flag: string;
  environment: string;
  targeting_value: string;
}

/**
 * From version 3 of the evaluation on, the text of a JSON array of strings means that an attribute is one of them. Stored
 * values stay: what changes its meaning is named, for people to look at.
 */
export class ListsOfValues1760000000043 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table flags.installation add column lists_since timestamptz(3) not null default clock_timestamp()',
    );
    const rules = (await runner.query(`
      select p.slug || '/' || f.key as flag, e.slug as environment, v.targeting_value
      from flags.flag_values v
      join flags.flags f on f.id = v.flag_id
      join flags.environments e on e.id = v.environment_id
      join flags.projects p on p.id = f.project_id
      where v.targeting_attribute is not null and v.targeting_value ~ '^[ \\t\\n\\r]*\\['
      order by 1, 2`)) as Rule[];
    const lists = rules.filter((rule) => parseList(rule.targeting_value));
    if (lists.length === 0) return;
    const names = lists.slice(0, NAMED_AT_MOST).map(({ flag, environment }) => `${flag} in ${environment}`);
    const more = lists.length > names.length ? `, and ${lists.length - names.length} more` : '';
    process.stderr.write(
      `rules with a list of values: ${lists.length}, which compared one text until now: ${names.join(', ')}${more}\n`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.installation drop column lists_since');
  }
}
