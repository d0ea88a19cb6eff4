import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ProjectQueue } from './project-queue.js';

// Budgets fill with time.
beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void jest.restoreAllMocks());

const MORE_THAN_ALL = 150_000_000;

it('the environments of one project wait behind each other, and not those of another', async () => {
  const asked: string[] = [];
  const queue = new ProjectQueue(async (environmentId) => {
    asked.push(environmentId);
    return environmentId.slice(0, 1);
  });
  const order: string[] = [];
  expect(queue.tenantOf('a1')).toBe('a1');
  await queue.run('a1', async (spend) => spend(MORE_THAN_ALL));
  expect(queue.tenantOf('a1')).toBe('a');
  void queue.run('a2', async () => order.push('a2'));
  await queue.run('b1', async () => order.push('b1'));
  await queue.run('b1', async () => order.push('b1 again'));
  expect(order).toEqual(['b1', 'b1 again']);
  expect(asked).toEqual(['a1', 'a2', 'b1']);
});

it.each([
  ['Postgres is down', () => Promise.reject(new Error('refused'))],
  ['Postgres is paused', () => new Promise<undefined>(() => undefined)],
])('an environment counts by itself while nobody can say whose it is: %s', async (_, findProject) => {
  const queue = new ProjectQueue(findProject);
  const order: string[] = [];
  await queue.run('a', async (spend) => spend(MORE_THAN_ALL));
  void queue.run('a', async () => order.push('a'));
  await queue.run('b', async () => order.push('b'));
  expect(order).toEqual(['b']);
});
