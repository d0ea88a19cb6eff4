import { eventually } from '../eventually.js';
import type { ServiceResponse } from './test-client.js';

/**
 * Sends until the answer is not 503, which a busy machine gives now and then. For calls that set the scene: `send` may run
 * several times, and nothing that it needs is broken. Not for tests of a 503, nor of how often something is called.
 * @throws when the answer is another one than `status`
 */
export async function retryUnavailable(
  send: () => Promise<ServiceResponse>,
  status = 200,
  what = 'the request',
): Promise<ServiceResponse> {
  const answer = await eventually(async () => {
    const tried = await send();
    if (tried.status === 503) throw new Error(`${what} was answered 503: ${tried.text}`);
    return tried;
  });
  if (answer.status !== status) throw new Error(`${what} was answered ${answer.status}: ${answer.text}`);
  return answer;
}
