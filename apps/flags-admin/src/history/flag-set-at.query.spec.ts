import { aRow } from '@burgee/testing/unit';
import { expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { FlagSetAtQuery } from './flag-set-at.query.js';

const SET = {
  is_kept: true,
  set_changed_at: null,
  revision: null,
  entry_id: null,
  user_id: null,
  changed_at: null,
};
const ENVIRONMENT = '0199a000-0000-7000-8000-000000000001';

it('S90 explains a large flag set in slices and yields to other work', async () => {
  const flags = Array.from({ length: 1_000 }, (_, index) => ({
    ...SET,
    flag_id: `${index}`,
    flag: aRow(`flag-${index}`, { rollout_percentage: 50 }),
  }));
  const answers = [[{ revision: 7, now_epoch: '5d2c1a90b7e34f68', now_revision: 7 }], flags, [{ is_before: false }]];
  const sql = () => Promise.resolve(answers.shift());
  const query = new FlagSetAtQuery({ manager: { sql } } as unknown as DataSource);
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const shown = await query.explain(ENVIRONMENT, { context: { targetingKey: 'é'.repeat(256) } });
  clearImmediate(next);
  expect(shown.flags).toHaveLength(flags.length);
  expect(turns).toBeGreaterThan(3);
});
