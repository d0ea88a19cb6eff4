import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import type { Checkpoint } from '../chain/checkpoint.js';
import type { RecordService } from '../record/record.service.js';
import { LostHistory } from './lost-history.js';

class AfterFailover extends LostHistory {
  private checks = 0;

  protected override async currentTimeline(): Promise<string> {
    return String(this.checks++);
  }
}

/** Signed so many seconds after others. */
const checkpoint = (chain_id: string, seconds = 0): Checkpoint => ({
  chain_id,
  seq: 1,
  hash: '00',
  signed_at: new Date(Date.UTC(2026, 10, 25) + seconds * 1_000).toISOString(),
  kid: 'k',
  public_key: 'p',
  signature: 's',
});

/** Compares after a failover that lost everything. @returns which chains each statement compared, and which were named in each */
async function comparedOf(checkpoints: Iterable<Checkpoint>) {
  const [compared, named] = [[] as string[][], [] as string[][]];
  const ids = (json: string) => (JSON.parse(json) as Checkpoint[]).map(({ chain_id }) => chain_id);
  const sql = async ([text = '']: TemplateStringsArray, json: string) => {
    (text.includes('add_checkpoints') ? named : compared).push(ids(json));
    return [];
  };
  const records = { record: async () => undefined } as unknown as RecordService;
  const lost = new AfterFailover({ sql } as unknown as DataSource, records, pino({ level: 'silent' }));
  await lost.check();
  for (const one of checkpoints) lost.remember(one);
  await lost.check();
  return { compared, named };
}

it('S109 what is remembered to name a loss is bounded: the chains signed last, and what one statement compares', async () => {
  const ids = Array.from({ length: 50_100 }, (_, n) => `c${n}`);
  const { compared, named } = await comparedOf(ids.map((id) => checkpoint(id)));
  expect(compared.flat()).toEqual(ids.slice(100));
  expect(named.flat()).toEqual(ids.slice(100));
  expect([...compared, ...named].filter((some) => some.length > 1_000)).toEqual([]);
});

it('what was signed more than a day before the last is on every standby; the last of each chain counts', async () => {
  const [hour, day] = [3_600, 86_400];
  const signed = [checkpoint('a'), checkpoint('b'), checkpoint('c', hour), checkpoint('a', 2 * hour)];
  expect((await comparedOf([...signed, checkpoint('d', day)])).compared).toEqual([['b', 'c', 'a', 'd']]);
  expect((await comparedOf([...signed, checkpoint('d', day + 1)])).compared).toEqual([['c', 'a', 'd']]);
});
