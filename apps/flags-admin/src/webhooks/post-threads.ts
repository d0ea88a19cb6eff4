import { Piscina } from 'piscina';
import type { ThreadRequest } from './post-thread.js';
import type { PostRequest, SentAttempt } from './try-post.js';
import type { WebhookRules } from './webhook-rules.js';

/** Two, so that one continues while the other computes. */
const THREADS = 2;
/** Enough for all concurrent attempts, so that none waits for another one's response. */
const ATTEMPTS_OF_THREAD = 128;
/** The exported function of that file. */
const FUNCTION = 'postInThread';

/**
 * Makes webhook requests in separate threads, because a TLS handshake blocks its thread and the endpoint decides
 * how long. The threads start with the first request.
 */
export class PostThreads {
  private pool: Piscina<ThreadRequest, SentAttempt> | undefined;
  private ended = false;

  constructor(
    private readonly rules: Pick<WebhookRules, 'allowPrivate'>,
    private readonly file = new URL('./post-thread.js', import.meta.url),
  ) {}

  get hasEnded(): boolean {
    return this.ended;
  }

  /** @throws when its thread ends during the request */
  async post(request: PostRequest): Promise<SentAttempt> {
    if (this.ended) throw new Error('the threads of webhooks have ended');
    this.pool ??= new Piscina({
      filename: this.file.href,
      name: FUNCTION,
      minThreads: THREADS,
      maxThreads: THREADS,
      concurrentTasksPerWorker: ATTEMPTS_OF_THREAD,
      // A thread that blocks its event loop while waiting for tasks would keep connections open after closing them.
      atomics: 'disabled',
      recordTiming: false,
    });
    return this.pool.run({ ...request, allowPrivate: this.rules.allowPrivate });
  }

  /** Also ends requests in progress. */
  async end(): Promise<void> {
    this.ended = true;
    await this.pool?.destroy();
  }
}
