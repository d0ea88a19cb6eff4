import { Piscina } from 'piscina';
import type { ThreadRequest } from './post-thread.js';
import type { PostRequest, SentAttempt } from './try-post.js';
import type { WebhookRules } from './webhook-rules.js';

/** Two, so that while one computes for an endpoint the other one goes on. */
const THREADS = 2;
/** All that are sent at a time have room: none waits for another one's answer. */
const ATTEMPTS_OF_THREAD = 128;
/** The function of that file. */
const FUNCTION = 'postInThread';

/**
 * Makes the requests of webhooks in threads of their own: a handshake is computed in one go, and how long that takes is up to the endpoint.
 * The threads start with the first request.
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

  /** @throws when its thread ends meanwhile */
  async post(request: PostRequest): Promise<SentAttempt> {
    if (this.ended) throw new Error('the threads of webhooks have ended');
    this.pool ??= new Piscina({
      filename: this.file.href,
      name: FUNCTION,
      minThreads: THREADS,
      maxThreads: THREADS,
      concurrentTasksPerWorker: ATTEMPTS_OF_THREAD,
      // A thread that waits for a task with its event loop stopped would hold on to connections that it has closed.
      atomics: 'disabled',
      recordTiming: false,
    });
    return this.pool.run({ ...request, allowPrivate: this.rules.allowPrivate });
  }

  /** Ends what is under way as well. */
  async end(): Promise<void> {
    this.ended = true;
    await this.pool?.destroy();
  }
}
