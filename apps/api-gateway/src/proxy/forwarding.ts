import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Seat } from '@burgee/admission';
import { OFREP_PREFIX } from '@burgee/contracts/wire';
import { endHttpSpan, type Span, startSpan } from '@burgee/process-kit';
import type { FastifyReply } from 'fastify';
import { type LevelName, type Route, SILENT_AT_MOST_MILLISECONDS } from '../routes.js';
import { answeredHeaders, forwardedHeaders } from './forwarded-headers.js';
import type { TakenBody } from './buffered-bodies.js';
import { type ReplicaSlot, type UpstreamService, upstreamMetrics } from './upstream-service.js';

const EVENT_STREAM = 'text/event-stream';
export const isStream = (headers: IncomingHttpHeaders): boolean => headers['content-type'] === EVENT_STREAM;

const SAFE_METHODS = new Set(['GET', 'HEAD']);
const [UNAVAILABLE, GATEWAY_TIMEOUT] = [503, 504];
const TOGGLES = /^\/unleash\/api\/frontend\/?(\?|$)/;
/** A POST that changes nothing. */
const isDecision = (url: string) => url.startsWith(OFREP_PREFIX) || TOGGLES.test(url);

const isTimeout = (error: Error) => 'statusCode' in error && error.statusCode === GATEWAY_TIMEOUT;

/** The service's own working time, in a response that waited for others. */
const WORK = /(?:^|,)\s*work;dur=(\d+(?:\.\d+)?)/;
/** A client that reads nothing for this long loses its seat. */
const STALLED_MILLISECONDS = 1_000;

interface ForwardedRequest {
  reply: FastifyReply;
  route: Route;
  service: UpstreamService;
  /** Set where the service has levels. */
  level: LevelName | undefined;
  seat: Seat | undefined;
  /** Milliseconds until the head of the response. */
  timeout: number;
  place: ReplicaSlot;
  body: TakenBody | undefined;
}

/** One request on its way to a service and back. */
export class Forwarding {
  readonly route: Route;
  private readonly sentAt = performance.now();
  private tries = 1;
  private place: ReplicaSlot;
  /** The span of the current attempt, where tracing is on. */
  private span: Span | undefined;

  constructor(private readonly parts: ForwardedRequest) {
    this.route = parts.route;
    this.place = parts.place;
  }

  get url(): string {
    return this.place.url;
  }

  get waitedMs(): number {
    return this.parts.seat?.waitedMs ?? 0;
  }

  get timeout(): number {
    return this.parts.timeout;
  }

  get service(): UpstreamService {
    return this.parts.service;
  }

  /** The headers to send; each attempt starts with them. */
  begin(headers: IncomingHttpHeaders, secret: string | undefined): IncomingHttpHeaders {
    const { method, id, ip, protocol, host } = this.parts.reply.request;
    this.span = startSpan(method, {
      kind: 'client',
      attributes: {
        'http.request.method': method,
        'url.full': this.url,
        'service.peer.name': this.route.service,
        'http.request.resend_count': this.tries - 1,
      },
    });
    const known = { id, ip, protocol, host, waitedMs: this.waitedMs, traceparent: this.span?.traceparent };
    return forwardedHeaders(headers, known, this.parts.body?.bytes, secret);
  }

  /** The head of the response is here. @returns the headers for the client */
  headed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    // The service limits its own streams. A response to a client that has left is dropped here.
    if (isStream(headers) || this.parts.reply.request.raw.aborted) this.leave();
    return answeredHeaders(headers);
  }

  /** Whether other requests wait for the same engine, which may be down. */
  get mayConcernAll(): boolean {
    return this.parts.seat !== undefined && this.parts.reply.statusCode === UNAVAILABLE;
  }

  /** Records the result; the slot and the seat are freed once the whole response has arrived. */
  answered(body: Readable): void {
    const { reply, seat, service } = this.parts;
    service.responded();
    endHttpSpan(this.span, reply.statusCode);
    const headers = reply.getHeaders() as IncomingHttpHeaders;
    const work = WORK.exec(String(headers['server-timing'] ?? ''))?.[1];
    const leave = () => this.leave(work === undefined ? undefined : Number(work));
    // When all queued requests may have to be refused, none is admitted before that.
    if (!this.mayConcernAll) body.once('close', leave);
    if (isStream(headers)) {
      body.once('close', upstreamMetrics.streamOpened(this.route));
      return;
    }
    // The body may wait for its client, which is not the service's silence.
    if (this.timeout < SILENT_AT_MOST_MILLISECONDS) (body as IncomingMessage).setTimeout(SILENT_AT_MOST_MILLISECONDS);
    upstreamMetrics.answered(this.route, reply.statusCode, (performance.now() - this.sentAt) / 1_000);
    if (seat && headers['content-length'] === undefined) this.leaveWhenStalled(body as IncomingMessage, seat);
  }

  /**
   * Retries on another replica if there is one: a replica that stops or crashes must not fail a read. There is always
   * one retry, since a keep-alive connection may have been closed by the other side at this moment.
   * @returns the body to send again; undefined without a retry
   */
  retry(error: Error): { body: Readable | undefined } | undefined {
    this.span?.end(error);
    this.place.leave();
    // A replica that has started a response works; its client may not have read it, or not have sent all of its body.
    const { raw, request } = this.parts.reply;
    if (!raw.headersSent && request.raw.complete) this.parts.service.replicas.failed(this.url);
    const next = this.mayAskAgain(error) ? this.parts.service.replicas.enter() : undefined;
    upstreamMetrics.failed(this.route, next ? 'retried' : 'no_answer');
    if (!next) return undefined;
    this.tries++;
    this.place = next;
    return { body: this.parts.body?.read() };
  }

  /** Frees the slot and the seat. @param serviceMs the service's working time, if reported */
  leave(serviceMs?: number): void {
    this.place.leave();
    // Without a reported time, the whole time counts, although it may include waits.
    const waitedForNobody = this.parts.level === 'wait' ? performance.now() - this.sentAt : undefined;
    this.parts.seat?.leave(serviceMs ?? waitedForNobody);
  }

  /** The service did not respond, in time or at all. If it has sent nothing to any request since, it hangs. */
  noAnswer(error: Error): void {
    const { service } = this.parts;
    service.failed(isTimeout(error) && service.wasSilentSince(this.sentAt));
  }

  private mayAskAgain(error: Error): boolean {
    const { request, raw } = this.parts.reply;
    if (raw.headersSent || isTimeout(error) || !(SAFE_METHODS.has(request.method) || isDecision(request.url)))
      return false;
    return this.tries < Math.max(2, this.parts.service.replicas.count);
  }

  /** An export arrives at the speed of its client. */
  private leaveWhenStalled(body: IncomingMessage, seat: Seat): void {
    let read = -1;
    const look = setInterval(() => {
      if (body.readableLength > 0 && body.socket?.bytesRead === read) seat.leave();
      read = body.socket?.bytesRead ?? -1;
    }, STALLED_MILLISECONDS);
    body.once('close', () => clearInterval(look));
  }
}
