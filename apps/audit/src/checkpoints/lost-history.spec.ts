import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { type Checkpoint, signingKey } from '../chain/checkpoint.js';
import type { RecordService } from '../record/record.service.js';
import { LostHistory } from './lost-history.js';

const KEY = signingKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());

class AfterFailover extends LostHistory {
  private checks = 0;

  protected override async currentTimeline(): Promise<string> {
    return String(this.checks++);
  }
}

/** Signed this many seconds after a fixed time. */
const checkpoint = (chain_id: string, seconds = 0): Checkpoint => ({
  chain_id,
  seq: 1,
  hash: '00',
  signed_at: new Date(Date.UTC(2026, 10, 25) + seconds * 1_000).toISOString(),
  kid: 'k',
  public_key: 'p',
  signature: 's',
});

/**
 * Compares after a failover that lost everything. @returns the chains in each statement, and the chains recorded in
 * each
 */
async function comparedOf(checkpoints: Iterable<Checkpoint>, kept: readonly string[] = []) {
  const [compared, named] = [[] as string[][], [] as string[][]];
  const ids = (json: string) => (JSON.parse(json) as Checkpoint[]).map(({ chain_id }) => chain_id);
  const sql = async ([text = '']: TemplateStringsArray, json: string) => {
    if (text.includes('audit.chains')) return [];
    (text.includes('add_checkpoints') ? named : compared).push(ids(json));
    return kept.map((chain_id) => ({ chain_id }));
  };
  const records = { record: async () => undefined } as unknown as RecordService;
  const lost = new AfterFailover({ sql } as unknown as DataSource, records, pino({ level: 'silent' }));
  await lost.check(KEY);
  for (const one of checkpoints) lost.remember(one);
  await lost.check(KEY);
  return { compared, named };
}

it('S109 bounds the remembered checkpoints to the newest, and the number compared per statement', async () => {
  const ids = Array.from({ length: 50_100 }, (_, n) => `c${n}`);
  const { compared, named } = await comparedOf(
    ids.map((id) => checkpoint(id)),
    ids.slice(1_600),
  );
  expect(compared.flat()).toEqual(ids.slice(100));
  expect(named.flat()).toEqual(ids.slice(100, 1_600));
  expect([...compared, ...named].filter((some) => some.length > 1_000)).toEqual([]);
});

it('forgets checkpoints signed more than a day before the newest, and keeps only the last of each chain', async () => {
  const [hour, day] = [3_600, 86_400];
  const signed = [checkpoint('a'), checkpoint('b'), checkpoint('c', hour), checkpoint('a', 2 * hour)];
  expect((await comparedOf([...signed, checkpoint('d', day)])).compared).toEqual([['b', 'c', 'a', 'd']]);
  expect((await comparedOf([...signed, checkpoint('d', day + 1)])).compared).toEqual([['c', 'a', 'd']]);
});
