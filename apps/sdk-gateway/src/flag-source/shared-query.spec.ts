import { expect, it } from '@jest/globals';
import { SharedQuery } from './shared-query.js';

const [a, b] = ['a', 'b'].map((environment_id) => ({ environment_id }));

it('sends one query for all requests that arrive during another, with each environment once', async () => {
  const asked: (readonly string[])[] = [];
  const query = new SharedQuery(async (ids) => {
    asked.push(ids);
    return [b!, a!];
  });
  expect(await Promise.all(['a', 'b', 'a', 'c'].map((id) => query.of(id)))).toEqual([a, b, a, undefined]);
  expect(asked).toEqual([['a'], ['b', 'a', 'c']]);
  expect(await query.of('b')).toEqual(b);
});

it('S131 asks for a few hundred per query, in order of arrival', async () => {
  const asked: (readonly string[])[] = [];
  const query = new SharedQuery(async (ids) => {
    asked.push(ids);
    return [];
  });
  const ids = Array.from({ length: 1_000 }, (_, n) => `env-${n}`);
  await Promise.all(ids.map((id) => query.of(id)));
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(200);
  expect(asked.flat()).toEqual(ids);
});

it('rejects the requests that share a failed query, and sends another for later ones', async () => {
  let fails = true;
  const query = new SharedQuery(async () => {
    if (fails) throw new Error('gone');
    return [a!];
  });
  await expect(query.of('a')).rejects.toThrow('gone');
  fails = false;
  expect(await query.of('a')).toEqual(a);
});
