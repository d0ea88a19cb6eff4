import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUuid, type KeyKind, requestIdOf, SDK_KEY_HEADER } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import { ACCESS_HOLDS_MILLISECONDS, type Refusal } from '../authenticate/access.js';
import type { Authenticator } from '../authenticate/authenticator.js';
import { corsHeaders } from '../authenticate/cors.js';
import { logCause } from '../authenticate/log-cause.js';
import { toDomainError } from '../authenticate/to-domain-error.js';
import { writeProblem } from '../authenticate/write-problem.js';
import { FLAG_AND_ACCESS_EVENTS, FLAG_EVENTS, formatRetry } from '../channel/stream-events.js';
import type { SubscriberOptions } from '../channel/subscriber.js';
import { openStream, type StreamContext, streamHeaders } from './open-stream.js';
import type { StreamAdmission } from './stream-admission.js';
import type { Claims, Tickets } from './tickets.js';

/** A ticket must still be valid when an EventSource reconnects with it. */
const EVENT_SOURCE_WAITS_AT_MOST_SECONDS = 20;
const ACK_BYTES = 16;

/** Whom the stream is for. */
interface StreamCaller {
  keyHash: string;
  /** Undefined where any kind of key may open a stream. */
  keyKind: KeyKind | undefined;
  /** Used up when the stream opens. */
  ticket?: Claims | undefined;
}

/** A request for a stream. */
export interface StreamRequest extends SubscriberOptions {
  /** @throws the error that refuses the request */
  identify: () => StreamCaller | Promise<StreamCaller>;
  snapshot: boolean;
  /** Whether an EventSource may have sent it, which never reconnects after a status other than 200. */
  isEventSource: boolean;
}

/** One request on its way through the steps of opening. */
interface StreamCall extends StreamRequest {
  request: IncomingMessage;
  response: ServerResponse;
  origin: string | undefined;
  /** By `performance.now()`. */
  arrivedAt: number;
}

/** GET /api/v1/stream on Node's own response: the framework's own SSE delays the headers and numbers heartbeats. */
export class StreamHandler {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly tickets: Tickets,
    private readonly admission: StreamAdmission,
    private readonly context: StreamContext,
    private readonly logger: Logger,
  ) {}

  handle(request: IncomingMessage, response: ServerResponse): void {
    const query = readStreamQuery(request.url);
    this.handleAs(request, response, {
      ...chooseFormat(query),
      identify: () => this.identify(request, query),
      snapshot: query.snapshot,
      isEventSource: query.ticket !== undefined,
    });
  }

  /** The same for another protocol. */
  handleAs(request: IncomingMessage, response: ServerResponse, asked: StreamRequest): void {
    const arrivedAt = performance.now();
    const call: StreamCall = { ...asked, request, response, arrivedAt, origin: request.headers.origin };
    this.open(call).catch((error: unknown) => this.fail(error, call));
  }

  /** Authenticates before queueing: an invalid key gets no seat. */
  private async open(call: StreamCall): Promise<void> {
    const { request, response, origin } = call;
    const { keyHash, keyKind, ticket } = await call.identify();
    const look = () => this.authenticator.authenticateHash(keyHash, origin, keyKind).result;
    const first = await look();
    if (first.kind === 'refused') {
      this.refuse(first, call);
      return;
    }
    const holdsUntil = performance.now() + ACCESS_HOLDS_MILLISECONDS;
    const { seat, slot } = await this.admission.admit(request, response, keyHash, first.version.environmentId);
    response.on('close', slot.release);
    try {
      if (response.destroyed) return;
      // Uses the ticket up only after the limits have admitted the request.
      if (ticket) await this.tickets.use(ticket);
      const holds = performance.now() < holdsUntil;
      const access = holds ? first : await look();
      if (access.kind === 'refused') this.refuse(access, call);
      else if (await openStream(this.context, call, access, call.snapshot, call, seat.leave))
        this.context.metrics.streamBegan((performance.now() - call.arrivedAt) / 1_000);
    } finally {
      seat.leave();
      if (!response.headersSent || response.statusCode !== 200) slot.release();
    }
  }

  /**
   * The key never comes in the URL; a ticket, which works once, may.
   * @throws sdk_key_invalid, client_key_not_allowed and ticket_invalid
   */
  private identify(request: IncomingMessage, query: StreamQuery): StreamCaller {
    const key = request.headers[SDK_KEY_HEADER] as string | undefined;
    const ticket = query.ticket === undefined ? undefined : this.tickets.read(query.ticket);
    return { keyHash: ticket?.k ?? this.authenticator.hashOfSdkKey(key), keyKind: 'sdk', ticket };
  }

  private refuse({ error, allowOrigin }: Refusal, { request, response }: StreamCall): void {
    const requestId = requestIdOf(request);
    logCause(this.logger, error, request, requestId);
    writeProblem(response, error, requestId, corsHeaders(allowOrigin));
  }

  private fail(error: unknown, call: StreamCall): void {
    this.explain(error, call).catch(() => call.response.destroy());
  }

  private async explain(error: unknown, call: StreamCall): Promise<void> {
    const { request, response, origin } = call;
    if (response.destroyed || response.writableEnded) return;
    const refusal = toDomainError(error);
    if (response.headersSent) {
      logCause(this.logger, refusal, request, requestIdOf(request));
      response.end();
      return;
    }
    const refused = await this.authenticator.refuse(refusal, origin);
    const wait = refusal.options.retryAfterSeconds;
    if (refused.error === refusal && call.isEventSource && wait !== undefined) {
      const seconds = Math.min(wait, EVENT_SOURCE_WAITS_AT_MOST_SECONDS);
      response.writeHead(200, streamHeaders(request, refused.allowOrigin));
      response.end(formatRetry(seconds * 1_000 + Math.floor(Math.random() * 1_000)));
    } else this.refuse(refused, call);
  }
}

export interface StreamQuery {
  ticket?: string;
  /** Whether the client requests a snapshot. */
  snapshot: boolean;
  /** Whether it wants an event when keys or origins of the environment change. */
  access: boolean;
  /** The id of the edge that asks, if it reports on its clients. */
  edge?: string | undefined;
  /** Whether the client acknowledges changes on request. */
  ack?: boolean;
}

/** The query string of a stream. Other parameters are ignored; a key in one is never read. */
export function readStreamQuery(url = ''): StreamQuery {
  const query = new URLSearchParams(url.split('?', 2)[1]);
  const edge = query.get('edge');
  return {
    ticket: query.get('ticket') ?? undefined,
    snapshot: query.get('snapshot') === 'true',
    access: query.get('access') === '1',
    ack: query.get('ack') === '1',
    edge: isUuid(edge) ? edge : undefined,
  };
}

export function chooseFormat({ access, edge, ack }: Pick<StreamQuery, 'access' | 'edge' | 'ack'>): SubscriberOptions {
  if (access) return { format: FLAG_AND_ACCESS_EVENTS, edge };
  return { format: FLAG_EVENTS, ack: ack ? randomBytes(ACK_BYTES).toString('base64url') : undefined };
}
