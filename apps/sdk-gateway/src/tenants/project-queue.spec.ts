import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { LARGE_FLAG_SETS, ProjectQueue, SMALL_FLAG_SETS } from './project-queue.js';
import { Tenants } from './tenants.js';

// Budgets fill with time.
beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void jest.restoreAllMocks());

const newQueue = (findProject: ConstructorParameters<typeof Tenants>[0]) =>
  new ProjectQueue(new Tenants(findProject), LARGE_FLAG_SETS);

const MORE_THAN_ALL = 150_000_000;

/** The project of an environment is its first letter, unless another is said. */
const row = (environment_id: string, account_id: string | null = null) => ({
  environment_id,
  project_id: environment_id.slice(0, 1),
  account_id,
});

it('the environments of one project wait behind each other, and not those of another', async () => {
  const asked: string[] = [];
  const queue = newQueue(async (environmentId) => {
    asked.push(environmentId);
    return row(environmentId);
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

it('an account whose projects have spent what five may waits with all of them, and nobody else', async () => {
  const queue = newQueue(async (environmentId) => row(environmentId, environmentId === 'other' ? 'person' : 'many'));
  for (const environmentId of ['a', 'b', 'c', 'd', 'e'])
    await queue.run(environmentId, async (spend) => spend(20_000_000));
  expect(queue.tenantOf('a')).toBe('many');
  const order: string[] = [];
  void queue.run('f', async () => order.push('f'));
  await queue.run('other', async () => order.push('other'));
  await queue.run('other', async () => order.push('other again'));
  expect(order).toEqual(['other', 'other again']);
});

it('S53 an account that loads many small flag sets has four places, and others find theirs', async () => {
  const queue = new ProjectQueue(
    new Tenants(async (environmentId) => row(environmentId, environmentId === 'person' ? 'person' : 'many')),
    SMALL_FLAG_SETS,
  );
  const held: (() => void)[] = [];
  for (let n = 0; n < 50; n++)
    void queue.run(`${n % 10} ${n}`, () => new Promise<void>((resolve) => held.push(resolve)));
  expect(await queue.run('person', async () => 'loaded')).toBe('loaded');
  expect(held).toHaveLength(4);
  for (const end of held) end();
});

it('accounts that wait for their own turn keep no place from others', async () => {
  const queue = newQueue(async (environmentId) => row(environmentId, environmentId.slice(1)));
  const held: (() => void)[] = [];
  for (const environmentId of ['aloop', 'bloop', 'cloop', 'dloop', 'eloop'])
    void queue.run(environmentId, () => new Promise<void>((resolve) => held.push(resolve)));
  expect(await queue.run('person', async () => 'answered')).toBe('answered');
  for (const end of held) end();
});

it.each([
  ['Postgres is down', () => Promise.reject(new Error('refused'))],
  ['Postgres is paused', () => new Promise<undefined>(() => undefined)],
])('an environment counts by itself while nobody can say whose it is: %s', async (_, findProject) => {
  const queue = newQueue(findProject);
  const order: string[] = [];
  await queue.run('a', async (spend) => spend(MORE_THAN_ALL));
  void queue.run('a', async () => order.push('a'));
  await queue.run('b', async () => order.push('b'));
  expect(order).toEqual(['b']);
});

it('the networks that read one project take turns', async () => {
  const queue = newQueue(async (environmentId) => row(environmentId));
  const order: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const first = queue.run('a', () => gate, ['visitor']);
  const rest = ['visitor', 'visitor', 'person'].map((name) => queue.run('a', async () => order.push(name), [name]));
  rest.push(queue.run('a', async () => order.push('load')));
  await Promise.resolve();
  open();
  await Promise.all([first, ...rest]);
  expect(order).toEqual(['person', 'load', 'visitor', 'visitor']);
});

it('who comes before Postgres has said whose an environment is counts by it, and later ones by its account', async () => {
  let answer: (found: ReturnType<typeof row>) => void = () => undefined;
  const queue = newQueue(() => new Promise((resolve) => (answer = resolve)));
  await queue.run('a1', async () => expect(queue.tenantOf('a1')).toBe('a1'));
  answer(row('a1', 'person'));
  await Promise.resolve();
  await queue.run('a1', async () => expect(queue.tenantOf('a1')).toBe('person'));
});
