import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, SDK_KEY_HEADER } from '@burgee/contracts';
import { clientAddress, LOGGER, requestIdOf, toDomainError } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Door, keyRefused, type Refusal } from '../admission/admission.js';
import { corsHeaders } from '../admission/cors.js';
import { writeProblem } from '../admission/write-problem.js';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { StreamLimits, type StreamPlaceTaken } from './limits/stream-limits.js';
import { Turns } from './limits/turns.js';
import { Opener } from './opener.js';
import { retryAfter } from './retry.js';
import { streamHeaders } from './stream-headers.js';
import type { StreamQuery } from './stream-query.js';
import { type Claims, Tickets } from './tickets.js';

/** A ticket has to be good still when an EventSource comes back with it. */
const EVENT_SOURCE_WAITS_AT_MOST_SECONDS = 20;

/**
 * Whether another answer goes before this one on the same connection. Such a stream would be told neither when it may
 * write nor when its client has gone; and of requests that wait there may be one a connection, not thousands.
 */
const isPipelined = (response: ServerResponse): boolean => response.socket === null;

const pipelined = (): DomainError =>
  new DomainError(
    'invalid_request',
    'A stream needs a connection on which no other answer is awaited. Open one for it.',
  );

/** One request, as the steps of its opening hand it on. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  query: StreamQuery;
  origin: string | undefined;
}

/** Whom a stream would be for. */
interface Caller {
  keyHash: string;
  ticket: Claims | undefined;
}

/** GET /api/v1/stream on the raw response: the framework's own SSE delays the headers and numbers heartbeats. */
@Injectable()
export class OpenStream {
  private readonly addressOf: (request: IncomingMessage) => string;
  private readonly turns = new Turns();

  constructor(
    private readonly door: Door,
    private readonly tickets: Tickets,
    private readonly limits: StreamLimits,
    private readonly opener: Opener,
    @Inject(CONFIG) config: Pick<SdkGatewayConfig, 'TRUSTED_PROXIES'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.addressOf = clientAddress(config.TRUSTED_PROXIES);
  }

  handle(request: IncomingMessage, response: ServerResponse, query: StreamQuery): void {
    const visit: Visit = { request, response, query, origin: request.headers.origin };
    if (isPipelined(response)) this.fail(pipelined(), visit);
    else this.turns.wait(() => this.look(visit));
  }

  private look(visit: Visit): void {
    if (visit.response.destroyed) return;
    try {
      const caller = this.identify(visit);
      const place = this.limits.take(caller.keyHash, this.addressOf(visit.request));
      this.comeIn(visit, caller, place).catch((error: unknown) => this.fail(error, visit));
    } catch (error) {
      this.fail(error, visit);
    }
  }

  /** The key never comes in the URL; a ticket, which works once, may. @throws sdk_key_invalid and ticket_invalid */
  private identify({ request, query }: Visit): Caller {
    const key = request.headers[SDK_KEY_HEADER] as string | undefined;
    const ticket = query.ticket === undefined ? undefined : this.tickets.read(query.ticket);
    const keyHash = ticket?.k ?? (key === undefined ? undefined : this.door.hashOf(key));
    if (keyHash === undefined) throw keyRefused();
    return { keyHash, ticket };
  }

  /** Only who will be let in uses a ticket up. */
  private async comeIn(visit: Visit, { keyHash, ticket }: Caller, place: StreamPlaceTaken): Promise<void> {
    const { request, query, origin, response } = visit;
    response.on('close', () => place.release());
    try {
      if (ticket) await this.tickets.use(ticket);
      const admission = await this.door.admitHash(keyHash, origin);
      if (admission.kind === 'refused') this.refuse(admission, visit);
      else await this.opener.open(request, response, admission, query.snapshot);
    } finally {
      if (!response.headersSent || response.statusCode !== 200) place.release(true);
    }
  }

  private refuse({ error, allowOrigin }: Refusal, { request, response }: Visit): void {
    writeProblem(response, error, requestIdOf(request), { vary: 'Origin', ...corsHeaders(allowOrigin) });
  }

  private fail(error: unknown, visit: Visit): void {
    this.explain(error, visit).catch(() => visit.response.destroy());
  }

  private async explain(error: unknown, visit: Visit): Promise<void> {
    const { request, response, query, origin } = visit;
    const domain = toDomainError(error);
    if (error !== domain) this.logger[domain.kind.logLevel]({ err: error }, 'GET /api/v1/stream');
    if (response.headersSent) {
      response.end();
      return;
    }
    const refusal = await this.door.refuse(domain, origin);
    const wait = domain.options.retryAfterSeconds;
    if (refusal.error === domain && query.ticket !== undefined && wait !== undefined) {
      // A browser's EventSource never comes back after anything but a 200.
      const seconds = Math.min(wait, EVENT_SOURCE_WAITS_AT_MOST_SECONDS);
      response.writeHead(200, streamHeaders(request, refusal.allowOrigin));
      response.end(retryAfter(seconds * 1_000 + Math.floor(Math.random() * 1_000)));
    } else this.refuse(refusal, visit);
  }
}
