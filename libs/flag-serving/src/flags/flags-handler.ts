import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf, SDK_KEY_HEADER } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { Access } from '../authenticate/access.js';
import type { Authenticator } from '../authenticate/authenticator.js';
import { corsHeaders } from '../authenticate/cors.js';
import { logCause } from '../authenticate/log-cause.js';
import { toDomainError } from '../authenticate/to-domain-error.js';
import { writeProblem } from '../authenticate/write-problem.js';
import type { Pending } from '../source/pending.js';
import type { ServingMetrics } from '../serving-metrics.js';
import { type FlagSetReader, isOverloaded } from './flag-set-reader.js';
import type { ReadTurns } from './read-turns.js';
import { respond, type SharedResponse, shareResponse } from './respond.js';

/** Requests with the same key and origin that wait for the same look-up. They share access, flag set and response head. */
interface SharedRead {
  access: Pending<Access>;
  requests: { request: IncomingMessage; response: ServerResponse }[];
}

type Outcome = { allowOrigin: string | undefined } & ({ shared: SharedResponse } | { error: unknown });

/** GET /api/v1/flags on Node's own request and response. README.md beside this file says what is done for speed, and why. */
export class FlagsHandler {
  /** By key and origin, the read that the next request may join. */
  private readonly open = new Map<string, SharedRead>();

  constructor(
    private readonly authenticator: Pick<Authenticator, 'authenticate'>,
    private readonly reader: Pick<FlagSetReader, 'read'>,
    private readonly metrics: Pick<ServingMetrics, 'read'>,
    private readonly turns: Pick<ReadTurns, 'inTurn'>,
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
    if (access.kind === 'refused') return access;
    try {
      const read = await this.reader.read(access, requests);
      if (read.kind === 'refused') return read;
      return { shared: shareResponse(read.rendered, allowOrigin, read.ageSeconds), allowOrigin };
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
