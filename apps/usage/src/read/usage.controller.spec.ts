import type { CountedRequest } from '@burgee/service-kit';
import type { Membership } from '@burgee/session';
import { describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnvironmentUsageQuery } from './environment-usage.query.js';
import type { FlagUsageQuery } from './flag-usage.query.js';
import type { ProjectUsageQuery } from './project-usage.query.js';
import { UsageController } from './usage.controller.js';

const MEMBER = { projectId: 'p' } as Membership;

async function paidFor(read: () => Promise<number>): Promise<(number | undefined)[]> {
  const controller = new UsageController(
    { page: async () => ({ flags: [], read: await read() }) } as unknown as ProjectUsageQuery,
    { of: async () => ({ usage: [], read: await read() }) } as unknown as FlagUsageQuery,
    {} as EnvironmentUsageQuery,
  );
  const requests = [{ url: '' }, {}] as unknown as [FastifyRequest & CountedRequest, CountedRequest];
  await Promise.allSettled([
    controller.flags('p', MEMBER, {}, requests[0], {} as FastifyReply),
    controller.flag('f', MEMBER, {}, requests[1]),
  ]);
  return requests.map(({ readBeside }) => readBeside);
}

describe('a read of usage', () => {
  it('S84 is paid for by the counts that it sums up, however little it answers', async () => {
    expect(await paidFor(async () => 1_000_000)).toEqual([2_000_000, 2_000_000]);
  });

  it('S84 that Postgres gives up is paid for too, by the time that it took', async () => {
    const timedOut = async () => {
      await new Promise(setImmediate);
      throw new Error('canceling statement due to statement timeout');
    };
    for (const bytes of await paidFor(timedOut)) expect(bytes).toBeGreaterThan(0);
  });
});
