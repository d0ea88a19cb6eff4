import { setTimeout as delay } from 'node:timers/promises';
import { type AppliedWanted, formatPosition, type Position } from '@burgee/contracts/wire';
import { eventReader } from '@burgee/sdk/stream';
import type { Logger } from 'pino';
import type { UpstreamUpdate } from '../cached/update.js';
import { step } from './step.js';
import { type Effect, initialState, type SubscriptionState, type Trigger } from './subscription-state.js';
import { ageOf, type Upstream } from './upstream.js';
import { UpstreamError } from './upstream-error.js';

/** The upstream sends a heartbeat every 15 s. After this long without one, responses here are marked as stale. */
const SILENT_AFTER_MS = 25_000;
/** After this long, another stream is opened, at the next address if there are several. */
const ENDED_AFTER_MS = 40_000;
/** Limit of one event, which may carry all flags. */
const EVENT_CHARACTERS_AT_MOST = 64_000_000;

export interface SubscriptionOptions {
  upstream: Upstream;
  /** A key that opens the environment; undefined when there is none any more. */
  keyOf: (environmentId: string) => string | undefined;
  /** The upstream refused this key. */
  refused: (key: string, error: UpstreamError) => void;
  publish: (update: UpstreamUpdate) => void;
  /** The upstream asks how many clients here have a change. */
  wanted: (environmentId: string, wanted: AppliedWanted) => void;
  /** Waits for a seat to open a stream. */
  admit: <T>(open: () => Promise<T>) => Promise<T>;
  logger: Pick<Logger, 'debug' | 'info' | 'warn'>;
}

/** Follows one environment of the upstream until it is stopped. `step` decides, this class acts. */
export class Subscription {
  private state: SubscriptionState;
  private stream: AbortController | undefined;
  private readonly stopping = new AbortController();
  private silence: NodeJS.Timeout | undefined;

  constructor(
    readonly environmentId: string,
    private readonly options: SubscriptionOptions,
    /** The cached position, if any. */
    position?: Position,
    heardAt = 0,
  ) {
    this.state = initialState(environmentId, position, heardAt);
  }

  start(afterMs: number): void {
    const { position } = this.state;
    this.perform({ do: 'open', afterMs, lastEventId: position && formatPosition(position) });
  }

  /** Called when access may have changed without an event. */
  askAccess(): void {
    this.handle({ type: 'ask-access' });
  }

  stop(): void {
    this.stopping.abort();
    this.stream?.abort();
    clearTimeout(this.silence);
  }

  private handle(trigger: Trigger): void {
    if (this.stopping.signal.aborted) return;
    const [state, effects] = step(this.state, trigger, Date.now(), Math.random());
    if (state.isCurrent !== this.state.isCurrent)
      this.options.logger.info(
        { environment_id: this.environmentId, upstream: this.options.upstream.url },
        state.isCurrent ? 'upstream subscription is current' : 'upstream is silent, answers are stale',
      );
    this.state = state;
    for (const effect of effects) this.perform(effect);
  }

  private perform(effect: Effect): void {
    if (this.stopping.signal.aborted) return;
    if (effect.do === 'publish') this.options.publish(effect.update);
    else if (effect.do === 'count-applied') this.options.wanted(this.environmentId, effect.wanted);
    else if (effect.do === 'close') this.stream?.abort();
    else if (effect.do === 'report-behind') this.reportBehind(effect.at);
    else if (effect.do === 'ask-access') void this.after(effect.afterMs, () => this.requestAccess());
    else void this.after(effect.afterMs, () => this.options.admit(() => this.openStream(effect.lastEventId)));
  }

  private reportBehind({ epoch, revision }: Position): void {
    const level = this.state.failures > 1 ? 'debug' : 'warn';
    this.options.logger[level](
      { environment_id: this.environmentId, epoch, revision, known: this.state.position?.revision },
      'upstream is at an earlier revision than it was, not followed: begin a new epoch there if it was restored',
    );
  }

  private async after(ms: number, work: () => Promise<void>): Promise<void> {
    try {
      if (ms > 0) await delay(ms, undefined, { signal: this.stopping.signal });
    } catch {
      return;
    }
    if (!this.stopping.signal.aborted) await work();
  }

  private async requestAccess(): Promise<void> {
    const key = this.options.keyOf(this.environmentId);
    if (key === undefined) return;
    try {
      this.handle({ type: 'access', ...(await this.options.upstream.access(key)) });
    } catch (error) {
      this.failed(key, error, 'asking for access failed, retrying');
      this.handle({ type: 'access-failed' });
    }
  }

  /** Resolves when the stream is open; reading continues afterwards. */
  private async openStream(lastEventId: string | undefined): Promise<void> {
    const key = this.options.keyOf(this.environmentId);
    // It may have been stopped while it waited for a seat.
    if (key === undefined || this.stopping.signal.aborted) return;
    const stream = new AbortController();
    this.stream = stream;
    this.awaitWord(stream);
    try {
      const response = await this.options.upstream.stream(key, lastEventId, stream.signal);
      response.setEncoding('utf8');
      this.handle({ type: 'opened', ageSeconds: ageOf(response) });
      void this.read(response, stream);
    } catch (error) {
      if (stream.signal.aborted && this.stream !== stream) return;
      this.failed(key, error, 'opening the upstream stream failed, retrying');
      this.handle({ type: 'ended', retryAfterMs: error instanceof UpstreamError ? error.retryAfterMs : 0 });
    }
  }

  private async read(response: AsyncIterable<string>, stream: AbortController): Promise<void> {
    let characters = 0;
    const reader = eventReader((fields) => {
      characters = 0;
      // An earlier event may have closed the stream.
      if (stream.signal.aborted) return;
      this.awaitWord(stream);
      this.handle({ type: 'event', fields });
    });
    try {
      for await (const piece of response) {
        characters += piece.length;
        if (characters > EVENT_CHARACTERS_AT_MOST) throw new Error('an event is too large');
        reader(piece);
      }
    } catch (error) {
      this.options.logger.debug({ err: error, environment_id: this.environmentId }, 'upstream stream broke off');
    }
    // A stream closed from here already has a successor, unless it was closed for silence.
    if (!stream.signal.aborted || stream.signal.reason === SILENCE) this.handle({ type: 'ended', retryAfterMs: 0 });
  }

  /** Marks the cache as stale after long silence, and closes the stream later. */
  private awaitWord(stream: AbortController): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.handle({ type: 'silent' });
      this.silence = setTimeout(() => {
        this.options.upstream.skip();
        stream.abort(SILENCE);
      }, ENDED_AFTER_MS - SILENT_AFTER_MS).unref();
    }, SILENT_AFTER_MS).unref();
  }

  private failed(key: string, error: unknown, message: string): void {
    const { logger, refused } = this.options;
    const isFirst = this.state.failures === 0;
    logger[isFirst ? 'warn' : 'debug'](
      { reason: (error as Error).message, environment_id: this.environmentId },
      message,
    );
    if (error instanceof UpstreamError && error.fault === 'refused') refused(key, error);
  }
}

const SILENCE = Symbol('silence');
