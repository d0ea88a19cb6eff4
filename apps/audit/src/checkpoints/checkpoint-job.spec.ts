import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { CheckpointJob } from './checkpoint-job.js';
import type { LostHistory } from './lost-history.js';

it('S109 signs many checkpoints a few at a time and yields to other work', async () => {
  const AUDIT_CHECKPOINT_KEY = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const heads = Array.from({ length: 50 }, () => ({
    chain_id: randomUUID(),
    seq: 1,
    hash: '00',
    signed_at: new Date(),
  }));
  const sql = async ([text = '']: TemplateStringsArray) => (text.includes('from audit.chains') ? heads : []);
  const lost = { check: async () => undefined, remember: () => undefined } as unknown as LostHistory;
  const logger = pino({ level: 'silent' });
  const job = new CheckpointJob({ AUDIT_CHECKPOINT_KEY }, { sql } as unknown as DataSource, lost, logger);
  let now = performance.now();
  // Each signature uses up the time until the next yield.
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  let [turns, isOver] = [0, false];
  const others = () => {
    turns++;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await job.run();
  isOver = true;
  clock.mockRestore();
  expect(turns).toBeGreaterThanOrEqual(heads.length);
});
