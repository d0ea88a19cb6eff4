import { readFileSync } from 'node:fs';
import { keptOfReleases } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { asSuperuser } from '../security/database.js';

const GOLDEN = 'libs/contracts/src/wire/fixtures/views.json';

/** The type of each column of each view. */
type Views = Record<string, Record<string, string>>;

/** What services read of one another: a schema `…_read` is published by its owner. */
const published = () =>
  asSuperuser(async (client) => {
    const { rows } = await client.query<{ views: Views }>(`
      select json_object_agg(name, columns order by name) as views from (
        select c.table_schema || '.' || c.table_name as name,
               json_object_agg(c.column_name, c.data_type order by c.ordinal_position) as columns
        from information_schema.columns c join information_schema.views v using (table_schema, table_name)
        where c.table_schema like '%\\_read' group by 1) as one`);
    return rows[0]?.views;
  });

describe('published views', () => {
  it('match the golden file of libs/contracts', async () => {
    expect(await published()).toEqual(JSON.parse(readFileSync(GOLDEN, 'utf8')));
  });

  it.each(keptOfReleases('views.json'))(
    'have every column of the views of a release, whose services read them: %s',
    async (_, text) => {
      expect(await published()).toMatchObject(JSON.parse(text));
    },
  );
});
