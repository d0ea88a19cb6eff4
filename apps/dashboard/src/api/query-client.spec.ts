import { expect, it, jest } from '@jest/globals';
import { toApiError } from './api-error.js';
import { createQueries } from './query-client.js';

const refused = (code: string, status: number) =>
  toApiError(status, { code, detail: code, request_id: 'id' }, { requestId: 'id', ofChange: false });

it('signs out after a refusal of Burgee, and not of a proxy in front of it', async () => {
  const signOut = jest.fn();
  const queries = createQueries(signOut);
  const page = toApiError(401, undefined, { requestId: 'id', ofChange: false });
  await queries.prefetchQuery({ queryKey: ['proxy'], queryFn: () => Promise.reject(page) });
  expect(signOut).not.toHaveBeenCalled();
  await queries.prefetchQuery({ queryKey: ['own'], queryFn: () => Promise.reject(refused('unauthenticated', 401)) });
  expect(signOut).toHaveBeenCalledTimes(1);
});
