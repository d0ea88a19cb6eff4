import { askNameServers, askSystem } from '@burgee/process-kit/outbound';
import { type PostRequest, type SentAttempt, tryPost } from './try-post.js';

/** The timeouts of a look-up, and of a request with its response. Together less than a lease. */
const [LOOK_UP_MILLISECONDS, ATTEMPT_MILLISECONDS] = [3_000, 10_000];

export interface ThreadRequest extends PostRequest {
  allowPrivate: boolean;
}

/** The entry point of the threads of `PostThreads`. */
export function postInThread({ allowPrivate, ...request }: ThreadRequest): Promise<SentAttempt> {
  const resolve = allowPrivate ? askSystem : askNameServers(LOOK_UP_MILLISECONDS);
  return tryPost(request, { resolve, allowPrivate, timeoutMs: ATTEMPT_MILLISECONDS });
}
