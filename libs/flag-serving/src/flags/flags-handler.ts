import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, requestIdOf, SDK_KEY_HEADER, unavailable } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import { type Access, ACCESS_HOLDS_MILLISECONDS, type Refusal } from '../authenticate/access.js';
import type { Authenticator } from '../authenticate/authenticator.js';
import { corsHeaders } from '../authenticate/cors.js';
import { logCause } from '../authenticate/log-cause.js';
import { toDomainError } from '../authenticate/to-domain-error.js';
import { writeProblem } from '../authenticate/write-problem.js';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import type { Pending } from '../source/pending.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { ReadTurns } from './read-turns.js';
import { respond, type SharedResponse, shareResponse } from './respond.js';

/** Requests with the same key and origin that wait for the same look-up. They share access, flag set and response head. */
interface SharedRead {
  access: Pending<Access>;
  requests: { request: IncomingMessage; response: ServerResponse }[];
}

type Outcome = { allowOrigin: string | undefined } & ({ shared: SharedResponse } | { error: unknown });

const isOverloaded = (error: unknown) => error instanceof DomainError && error.code === 'overloaded';

/** GET /api/v1/flags on Node's own request and response. README.md beside this file says what is done for speed, and why. */
export class FlagsHandler {
  /** By key and origin, the read that the next request may join. */
  private readonly open = new Map<string, SharedRead>();

  constructor(
    private readonly authenticator: Pick<Authenticator, 'authenticate'>,
    private readonly cache: Pick<FlagSetCache, 'get'>,
    private readonly fallback: Pick<FallbackStore, 'record' | 'answerFor'>,
    private readonly metrics: Pick<ServingMetrics, 'read'>,
    private readonly turns: Pick<ReadTurns, 'awaitLoad' | 'inTurn'>,
    private readonly logger: Logger,
  ) {}

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { origin } = request.headers;
    const key = request.headers[SDK_KEY_HEADER] as string | undefined;
    // No header contains a line break, so no key can be mistaken for another key with an origin.
    const name = origin === undefined ? (key ?? '') : `${key ?? ''}\n${origin}`;
    const open = this.open.get(name);
    if (open?.access.join()) {
      open.requests.push({ request, response });
      return;
    }
    const read = { access: this.authenticator.authenticate(key, origin), requests: [{ request, response }] };
    this.open.set(name, read);
    void this.answer(read, name);
  }

  private async answer(read: SharedRead, name: string): Promise<void> {
    const outcome = await this.outcomeOf(read);
    if (this.open.get(name) === read) this.open.delete(name);
    const { requests, access } = read;
    if ('error' in outcome && isOverloaded(outcome.error) && requests.length > 1) {
      // Some of them may wait, alone.
      for (const one of requests) void this.answer({ access, requests: [one] }, name);
      return;
    }
    for (const { request, response } of requests) this.answerOne(outcome, request, response);
  }

  private async outcomeOf({ access, requests }: SharedRead): Promise<Outcome> {
    try {
      const granted = await access.result;
      // Nobody joins once the access is there.
      return await this.outcomeFor(
        granted,
        requests.map(({ request }) => request),
      );
    } catch (error) {
      return { error, allowOrigin: undefined };
    }
  }

  private async outcomeFor(access: Access, requests: IncomingMessage[]): Promise<Outcome> {
    const { allowOrigin } = access;
    if (access.kind === 'refused') return { error: access.error, allowOrigin };
    if (access.kind === 'stale') return this.fallbackOutcome(access);
    const { keyHash, version, asOf } = access;
    const grantedAt = performance.now();
    try {
      const found = this.cache.get(version);
      const waits = found instanceof Promise;
      const rendered = waits ? await this.turns.awaitLoad(found, version.environmentId, requests) : found;
      const refusal = waits ? await this.refusalSince(grantedAt, requests[0]) : undefined;
      if (refusal) return refusal;
      this.fallback.record({ kind: 'served', keyHash, rendered, asOf });
      return { shared: shareResponse(rendered, allowOrigin, undefined), allowOrigin };
    } catch (error) {
      if (isOverloaded(error)) return { error, allowOrigin };
      // The source stopped answering between the look-up and this.
      this.logger.debug({ err: error }, 'loading a flag set failed, answering from the fallback');
      this.fallback.record({ kind: 'newer-version', version });
      return this.fallbackOutcome(access);
    }
  }

  /**
   * Why the key opens nothing any more. What was loaded meanwhile may be newer than that; what was here is not. All who share a read
   * have the same key. @returns undefined also when nobody has waited long, or can be asked
   */
  private async refusalSince(grantedAt: number, request: IncomingMessage | undefined): Promise<Refusal | undefined> {
    if (!request || performance.now() - grantedAt <= ACCESS_HOLDS_MILLISECONDS) return undefined;
    const { [SDK_KEY_HEADER]: key, origin } = request.headers;
    const access = await this.authenticator.authenticate(key as string | undefined, origin).result;
    return access.kind === 'refused' && access.error.code !== 'unavailable' ? access : undefined;
  }

  private async fallbackOutcome(access: Exclude<Access, { kind: 'refused' }>): Promise<Outcome> {
    const { allowOrigin } = access;
    try {
      const answer = await this.fallback.answerFor(access.version.environmentId);
      if (!answer) return { error: unavailable(), allowOrigin };
      return { shared: shareResponse(answer.rendered, allowOrigin, answer.ageSeconds), allowOrigin };
    } catch (error) {
      return { error, allowOrigin };
    }
  }

  private answerOne(outcome: Outcome, request: IncomingMessage, response: ServerResponse): void {
    const fail = (error: unknown) => this.refuse(error, outcome.allowOrigin, request, response);
    if ('error' in outcome) {
      fail(outcome.error);
      return;
    }
    const { read } = this.metrics;
    try {
      const result = respond(outcome.shared, request, response, this.turns.inTurn);
      if (typeof result === 'string') read(result);
      else result.then(read).catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  private refuse(
    error: unknown,
    allowOrigin: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const refusal = toDomainError(error);
    const requestId = requestIdOf(request);
    logCause(this.logger, refusal, request, requestId);
    if (response.headersSent) return;
    this.metrics.read(refusal.code);
    writeProblem(response, refusal, requestId, corsHeaders(allowOrigin));
  }
}
