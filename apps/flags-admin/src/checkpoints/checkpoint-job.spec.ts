import { expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { CheckpointJob } from './checkpoint-job.js';

it('S90 an environment whose checkpoint cannot be taken keeps none of others from being taken', async () => {
  const due = ['large', 'small'].map((id) => ({ id, continues: true }));
  const taken: string[] = [];
  const sql = jest.fn(async (_: unknown, id: string) => {
    if (id === 'large') throw new Error('takes too long');
    taken.push(id);
  });
  const database = { sql: async () => due, manager: { sql } } as unknown as DataSource;
  const job = new CheckpointJob(database, pino({ level: 'silent' }));
  await expect(job.work()).rejects.toThrow('takes too long');
  expect(taken).toEqual(['small']);
});
