import { expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { CheckpointJob } from './checkpoint-job.js';

/** The job reads a page of ids, then the checkpoints that are due among them. */
function jobOver(pages: readonly string[][], failing = '', onTaken?: (job: CheckpointJob) => void) {
  const [taken, left] = [[] as string[], [...pages]];
  const fail = (id: string) => {
    if (id === failing) throw new Error('takes too long');
  };
  const read = async (_: unknown, value: string | string[]) => {
    if (!Array.isArray(value)) return (left.shift() ?? []).map((id) => ({ id }));
    fail(value.join(' '));
    return value.map((id) => ({ id, continues: true }));
  };
  const take = jest.fn(async (_: unknown, id: string) => {
    fail(id);
    taken.push(id);
    onTaken?.(job);
  });
  const database = { sql: read, manager: { sql: take } } as unknown as DataSource;
  const job = new CheckpointJob(database, pino({ level: 'silent' }));
  return { job, taken };
}

it('S90 takes the checkpoints of other environments when one fails', async () => {
  const { job, taken } = jobOver([['large', 'small'], ['next']], 'large');
  await expect(job.work()).rejects.toThrow('takes too long');
  expect(taken).toEqual(['small', 'next']);
});

it('S90 takes the checkpoints of other pages when one page cannot be read', async () => {
  const { job, taken } = jobOver([['many', 'revisions'], ['next']], 'many revisions');
  await expect(job.work()).rejects.toThrow('takes too long');
  expect(taken).toEqual(['next']);
});

it('stops before the next environment when the service stops', async () => {
  const { job, taken } = jobOver([['one'], ['two']], undefined, (one) => one.onApplicationShutdown());
  await job.work();
  expect(taken).toEqual(['one']);
});
