import { expect, it } from '@jest/globals';
import { EnvironmentKeys } from './environment-keys.js';

const row = (environment_id: string, key_hash: string) => ({ environment_id, key_hash });

it('asks once for all who come while a query is underway, about each environment once', async () => {
  const asked: (readonly string[])[] = [];
  const keys = new EnvironmentKeys(async (ids) => {
    asked.push(ids);
    return [row('a', '1'), row('b', '2'), row('a', '3')];
  });
  const answers = await Promise.all(['a', 'b', 'a', 'c'].map((id) => keys.of(id)));
  expect(answers).toEqual([['1', '3'], ['2'], ['1', '3'], []]);
  expect(asked).toEqual([['a'], ['b', 'a', 'c']]);
  expect(await keys.of('b')).toEqual(['2']);
});

it('rejects those who share a query that fails, and asks again for others', async () => {
  let fails = true;
  const keys = new EnvironmentKeys(async () => {
    if (fails) throw new Error('gone');
    return [row('a', '1')];
  });
  await expect(keys.of('a')).rejects.toThrow('gone');
  fails = false;
  expect(await keys.of('a')).toEqual(['1']);
});
