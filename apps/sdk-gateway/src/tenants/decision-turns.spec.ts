import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DECISIONS, ProjectQueue } from './project-queue.js';
import { Tenants } from './tenants.js';

// Budgets fill with time.
beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void jest.restoreAllMocks());

/** An account has the environments that begin with its name. */
function newQueue() {
  const tenants = new Tenants(async (environment_id) => {
    const [account_id = ''] = environment_id.split('-');
    return { environment_id, project_id: environment_id, account_id };
  });
  const queue = new ProjectQueue(tenants, DECISIONS);
  const decided: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const decide = (environmentId: string, milliseconds: number, network = 'home') =>
    void queue.run(
      environmentId,
      async (spend) => {
        mostAtOnce = Math.max(mostAtOnce, ++atOnce);
        await nextTick();
        spend(milliseconds);
        decided.push(`${environmentId} ${network}`);
        atOnce--;
      },
      [network],
    );
  return { decided, decide, mostAtOnce: () => mostAtOnce };
}

const settled = async () => {
  for (let turn = 0; turn < 1_000; turn++) await nextTick();
};

describe('decisions that take long', () => {
  it('S64 of an account that has had its part of the time wait, with all its projects; those of another do not', async () => {
    const { decided, decide, mostAtOnce } = newQueue();
    for (let n = 0; n < 400; n++) decide(`loop-${n % 20}`, 10);
    await settled();
    // Half a second at once.
    expect(decided.length).toBeLessThanOrEqual(51);
    const before = decided.length;
    decide('person', 10);
    await settled();
    expect(decided.slice(before)).toEqual(['person home']);
    expect(mostAtOnce()).toBe(1);
  });

  it('S64 of one network wait behind those of others that ask the same project', async () => {
    const { decided, decide } = newQueue();
    for (let n = 0; n < 400; n++) decide('page', 10, 'loop');
    decide('page', 10, 'person');
    await settled();
    expect(decided).toContain('page person');
  });
});
