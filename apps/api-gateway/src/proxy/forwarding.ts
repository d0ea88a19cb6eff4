import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Seat } from '@burgee/admission';
import { OFREP_PREFIX } from '@burgee/contracts/wire';
import { endHttpSpan, type Span, startSpan } from '@burgee/process-kit';
import type { FastifyReply } from 'fastify';
import type { LevelName, Route } from '../routes.js';
import { answeredHeaders, forwardedHeaders } from './forwarded-headers.js';
import type { TakenBody } from './buffered-bodies.js';
import { type ReplicaSlot, type UpstreamService, upstreamMetrics } from './upstream-service.js';

const EVENT_STREAM = 'text/event-stream';
export const isStream = (headers: IncomingHttpHeaders): boolean => headers['content-type'] === EVENT_STREAM;

const SAFE_METHODS = new Set(['GET', 'HEAD']);
const [UNAVAILABLE, GATEWAY_TIMEOUT] = [503, 504];
const TOGGLES = /^\/unleash\/api\/frontend\/?(\?|$)/;
/** It changes nothing, though it is a POST. */
const isDecision = (url: string) => url.startsWith(OFREP_PREFIX) || TOGGLES.test(url);

/** What a service says of its own work in an answer that waited for others. */
const WORK = /(?:^|,)\s*work;dur=(\d+(?:\.\d+)?)/;
/** A caller that takes nothing for so long keeps no seat. */
const STALLED_MILLISECONDS = 1_000;

interface ForwardedRequest {
  reply: FastifyReply;
  route: Route;
  service: UpstreamService;
  /** Where the service has levels. */
  level: LevelName | undefined;
  seat: Seat | undefined;
  /** For an answer, in milliseconds without a byte. */
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
  /** Of the present try, where traces are on. */
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

  /** The headers to send; each try begins with them. */
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

  /** The head of the answer is here. @returns what of it is for the caller */
  headed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    // The service limits its streams. What a caller who has gone is answered is dropped here and now.
    if (isStream(headers) || this.parts.reply.request.raw.aborted) this.leave();
    return answeredHeaders(headers);
  }

  /** Whether others wait for the same, which may not answer. */
  get mayConcernAll(): boolean {
    return this.parts.seat !== undefined && this.parts.reply.statusCode === UNAVAILABLE;
  }

  /** Notes how the service has answered; its place and its seat are free once all of it has come. */
  answered(body: Readable): void {
    const { reply, seat } = this.parts;
    endHttpSpan(this.span, reply.statusCode);
    const headers = reply.getHeaders() as IncomingHttpHeaders;
    const work = WORK.exec(String(headers['server-timing'] ?? ''))?.[1];
    const leave = () => this.leave(work === undefined ? undefined : Number(work));
    // Of what may be told to all that wait nobody is to be admitted before they are told.
    if (!this.mayConcernAll) body.once('close', leave);
    if (isStream(headers)) {
      body.once('close', upstreamMetrics.streamOpened(this.route));
      return;
    }
    upstreamMetrics.answered(this.route, reply.statusCode, (performance.now() - this.sentAt) / 1_000);
    if (seat && headers['content-length'] === undefined) this.leaveWhenStalled(body as IncomingMessage, seat);
  }

  /**
   * Another try, on another replica if there is one: a replica that stops or has just died must not fail a read. A kept-alive connection
   * may have been closed by the other side at this moment, so there is always one.
   * @returns the body to send again; undefined where there is no other try
   */
  retry(error: Error): { body: Readable | undefined } | undefined {
    this.span?.end(error);
    this.place.leave();
    // One that has begun to answer does; its caller may not have taken it.
    if (!this.parts.reply.raw.headersSent) this.parts.service.replicas.failed(this.url);
    const next = this.mayAskAgain(error) ? this.parts.service.replicas.enter() : undefined;
    upstreamMetrics.failed(this.route, next ? 'retried' : 'no_answer');
    if (!next) return undefined;
    this.tries++;
    this.place = next;
    return { body: this.parts.body?.read() };
  }

  /** Gives its place and its seat back. @param serviceMs what the service took, where it has said so */
  leave(serviceMs?: number): void {
    this.place.leave();
    // Of what says nothing, though it may wait for others, all of the time counts.
    const waitedForNobody = this.parts.level === 'wait' ? performance.now() - this.sentAt : undefined;
    this.parts.seat?.leave(serviceMs ?? waitedForNobody);
  }

  private mayAskAgain(error: Error): boolean {
    const { request, raw } = this.parts.reply;
    const timedOut = 'statusCode' in error && error.statusCode === GATEWAY_TIMEOUT;
    if (raw.headersSent || timedOut || !(SAFE_METHODS.has(request.method) || isDecision(request.url))) return false;
    return this.tries < Math.max(2, this.parts.service.replicas.count);
  }

  /** What is exported comes as fast as its caller takes it. */
  private leaveWhenStalled(body: IncomingMessage, seat: Seat): void {
    let read = -1;
    const look = setInterval(() => {
      if (body.readableLength > 0 && body.socket?.bytesRead === read) seat.leave();
      read = body.socket?.bytesRead ?? -1;
    }, STALLED_MILLISECONDS);
    body.once('close', () => clearInterval(look));
  }
}
