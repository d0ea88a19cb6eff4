import { expect, it, jest } from '@jest/globals';
import { toApiError } from './api-error.js';
import { createQueries, readAgain } from './query-client.js';

const refused = (code: string, status: number) =>
  toApiError(status, { code, detail: code, request_id: 'id' }, { requestId: 'id', ofChange: false });
const atOnce = { retryDelay: 0 };

it('repeats a read three times, and not again for a query that waits for it', async () => {
  const queries = createQueries(() => undefined);
  const read = jest.fn(() => Promise.reject(refused('unavailable', 503)));
  const project = () => queries.ensureQueryData({ queryKey: ['project'], queryFn: read, ...atOnce });
  await expect(queries.fetchQuery({ queryKey: ['flags'], queryFn: project, ...atOnce })).rejects.toThrow('unavailable');
  expect(read).toHaveBeenCalledTimes(4);
});

it('reads again what failed and may succeed by now, and nothing else', async () => {
  const queries = createQueries(() => undefined);
  const reads = { down: jest.fn(), gone: jest.fn(), known: jest.fn(() => 'known') };
  reads.down.mockImplementation(() => Promise.reject(refused('unavailable', 503)));
  reads.gone.mockImplementation(() => Promise.reject(refused('not_found', 404)));
  for (const [name, queryFn] of Object.entries(reads))
    await queries.prefetchQuery({ queryKey: [name], queryFn, ...atOnce, retry: false });
  reads.down.mockImplementation(() => Promise.resolve('up'));
  expect(readAgain(queries)).toBe(true);
  await queries.fetchQuery({ queryKey: ['down'], queryFn: reads.down });
  expect(Object.values(reads).map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1]);
  expect(readAgain(queries)).toBe(false);
});

it('signs out after a refusal of Burgee, and not of a proxy in front of it', async () => {
  const signOut = jest.fn();
  const queries = createQueries(signOut);
  const page = toApiError(401, undefined, { requestId: 'id', ofChange: false });
  await queries.prefetchQuery({ queryKey: ['proxy'], queryFn: () => Promise.reject(page) });
  expect(signOut).not.toHaveBeenCalled();
  await queries.prefetchQuery({ queryKey: ['own'], queryFn: () => Promise.reject(refused('unauthenticated', 401)) });
  expect(signOut).toHaveBeenCalledTimes(1);
});
