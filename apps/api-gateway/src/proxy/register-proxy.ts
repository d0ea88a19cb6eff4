import { type IncomingHttpHeaders, METHODS } from 'node:http';
import type { Readable } from 'node:stream';
import { DomainError, OFREP_PREFIX, overloaded, SDK_VARY, unavailable } from '@burgee/contracts/wire';
import { addressNetworks, HeldBytes, KEPT_ALIVE_MILLISECONDS, type Span } from '@burgee/process-kit';
import { sendProblem } from '@burgee/service-kit';
import fastifyHttpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ApiGatewayConfig } from '../config.js';
import { BodyBudget } from '../limits/body-budget.js';
import type { CarriedStreams } from './carried-streams.js';
import { answeredHeaders, forwardedHeaders } from './forwarded-headers.js';
import { holdAnswer, notKept } from './hold-answer.js';
import { isImport } from './is-import.js';
import { limitBody, type TakenBody } from './limit-body.js';
import { lookUpHost } from './look-up-host.js';
import { type Place, Replicas } from './replicas.js';
import { hasDotSegment, type Route, routeTo, type Upstream } from './route-to.js';
import { endForwarded, traceForwarded } from './trace-forwarded.js';
import { upstreamMetrics } from './upstream-metrics.js';
import { type UpstreamSettings, upstreamUrls } from './upstream-urls.js';
import { waitOf } from './wait-of.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The replica that this request is sent to, and the body that goes with it. */
    upstream?: {
      route: Route;
      sentAt: number;
      replicas: Replicas;
      place: Place;
      tries: number;
      body: TakenBody | undefined;
      /** Of the present try, where traces are on. */
      span?: Span | undefined;
    };
  }
}

/** A response without a byte for this long is given up. Event streams, by content type, are exempt. */
const SILENT_AT_MOST_MILLISECONDS = 10_000;

/**
 * A connection that nobody has used for this long is not used again. Well before the service would close it: a write that is sent
 * at that moment gets no answer, and cannot be sent again.
 */
const IDLE_AT_MOST_MILLISECONDS = KEPT_ALIVE_MILLISECONDS / 4;

/** How much longer an import may take, which waits for others. */
const IMPORT_WAITS_MILLISECONDS = 50_000;

/** What is passed on. */
const PREFIXES = ['/api', '/ofrep', '/unleash/api'];

/** The service that has an address also says which methods it takes. */
const PASSED_ON = METHODS.filter((method) => method !== 'CONNECT');
const WITH_ROUTES = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
const SAFE_METHODS = new Set(['GET', 'HEAD']);
const UNAUTHENTICATED = 401;
const GATEWAY_TIMEOUT = 504;

const EVENT_STREAM = 'text/event-stream';
const TOGGLES = /^\/unleash\/api\/frontend\/?(\?|$)/;
/** It changes nothing, though it is a POST. */
const isDecision = (url: string) => url.startsWith(OFREP_PREFIX) || TOGGLES.test(url);
/** What a service answers. */
interface Answer {
  headers: IncomingHttpHeaders;
  stream: Readable;
}

const isStream = (headers: IncomingHttpHeaders) => headers['content-type'] === EVENT_STREAM;

/**
 * Whether to retry, on another replica if there is one: a replica that stops or has just died must not fail a read. A
 * kept-alive connection may have been closed by the other side at this moment, so there is always one retry.
 */
function mayAskAgain({ request, raw }: FastifyReply, error: Error): boolean {
  const { upstream, method } = request;
  const timedOut = 'statusCode' in error && error.statusCode === GATEWAY_TIMEOUT;
  if (!upstream || raw.headersSent || timedOut || !(SAFE_METHODS.has(method) || isDecision(request.url))) return false;
  return upstream.tries < Math.max(2, upstream.replicas.count);
}

/** Handles a service that did not answer, or not completely. A response that has started can only be cut off. */
function onUpstreamError(reply: FastifyReply, error: Error, options: ReplyOptions, logger: Logger): void {
  const { upstream, id } = reply.request;
  upstream?.span?.end(error);
  upstream?.place.leave();
  upstream?.replicas.failed(upstream.place.url);
  logger.warn({ err: error, 'url.full': upstream?.place.url, request_id: id }, 'upstream did not answer');
  const next = upstream && mayAskAgain(reply, error) && upstream.replicas.enter();
  if (upstream) upstreamMetrics.failed(upstream.route, next ? 'retried' : 'no_answer');
  if (next) {
    upstream.tries++;
    upstream.place = next;
    reply.request.body = upstream.body?.read();
    reply.from(undefined, options);
    return;
  }
  if (reply.raw.headersSent) reply.raw.destroy();
  else sendProblem(reply, unavailable(error), id);
}

/** What callers share. */
interface ProxyBounds {
  underWayAtMost?: number | undefined;
  memory?: HeldBytes | undefined;
  bodies?: BodyBudget;
}

/** Forwards /api, /ofrep and /unleash/api to the service that owns the path. Streams pass through unbuffered and without a time limit. */
export async function registerProxy(
  fastify: FastifyInstance,
  logger: Logger,
  config: UpstreamSettings & Pick<ApiGatewayConfig, 'FORWARDING_SECRET'>,
  streams: CarriedStreams,
  { underWayAtMost, memory = new HeldBytes(), bodies = new BodyBudget() }: ProxyBounds = {},
): Promise<void> {
  const urls = upstreamUrls(config);
  const replicasOf = (service: Upstream) => new Replicas(urls[service], underWayAtMost);
  const replicas: Record<Upstream, Replicas> = {
    auth: replicasOf('auth'),
    'flags-admin': replicasOf('flags-admin'),
    audit: replicasOf('audit'),
    usage: replicasOf('usage'),
    'sdk-gateway': replicasOf('sdk-gateway'),
  };

  // No service takes them, so their bodies stay here.
  for (const method of PASSED_ON)
    if (!WITH_ROUTES.has(method)) fastify.addHttpMethod(method, { overrideExisting: true } as never);

  // A request that is refused after all, before it is sent on.
  fastify.addHook('onError', async (request) => request.upstream?.place.leave());
  const options = proxyOptions(replicas, { memory, bodies }, streams, logger, config.FORWARDING_SECRET);
  for (const prefix of PREFIXES)
    await fastify.register(fastifyHttpProxy, { ...options, prefix, rewritePrefix: prefix });
}

/** Whoever cannot have an answer gets no part of it, and none of its headers. */
function refuse(reply: FastifyReply, { headers, stream }: Answer): void {
  stream.destroy();
  for (const name of Object.keys(headers)) if (name !== 'x-request-id') void reply.removeHeader(name);
  sendProblem(reply, notKept(), reply.request.id);
}

function countAnswer({ upstream }: FastifyRequest, reply: FastifyReply, body: Readable): void {
  if (!upstream) return;
  const { route, sentAt } = upstream;
  if (isStream(reply.getHeaders() as IncomingHttpHeaders)) body.once('close', upstreamMetrics.streamOpened(route));
  else upstreamMetrics.answered(route, reply.statusCode, (performance.now() - sentAt) / 1_000);
}

type ReplyOptions = NonNullable<FastifyHttpProxyOptions['replyOptions']>;

function replyOptions(
  memory: HeldBytes,
  streams: CarriedStreams,
  logger: Logger,
  secret: string | undefined,
): ReplyOptions {
  const options: ReplyOptions = {
    getUpstream: (request) => (request as FastifyRequest).upstream?.place.url ?? '',
    rewriteRequestHeaders: (request, headers) => {
      const { upstream } = request as FastifyRequest;
      if (upstream) upstream.span = traceForwarded(request as FastifyRequest);
      return forwardedHeaders(headers, known(request as FastifyRequest), upstream?.body?.bytes, secret);
    },
    rewriteHeaders: (headers, request) => {
      const { raw, upstream } = request as FastifyRequest;
      // The service limits its streams. What a caller who has gone is answered is dropped here and now.
      if (isStream(headers) || raw.aborted) upstream?.place.leave();
      return answeredHeaders(headers) as typeof headers;
    },
    onResponse: (request, reply, response) => {
      endForwarded(request as FastifyRequest, reply.statusCode);
      // Here, where it is known whether or not the caller has stayed for it.
      if (reply.statusCode === UNAUTHENTICATED) (request as FastifyRequest).chargeStranger?.();
      const answer = response as unknown as Answer;
      const { stream } = answer;
      stream.once('close', () => (request as FastifyRequest).upstream?.place.leave());
      countAnswer(request as FastifyRequest, reply as unknown as FastifyReply, stream);
      if (isStream(reply.getHeaders() as IncomingHttpHeaders)) return void reply.send(streams.carry(stream));
      const body = holdAnswer(reply as unknown as FastifyReply, stream, memory);
      if (body) void reply.send(body);
      else refuse(reply as unknown as FastifyReply, answer);
    },
    // The caller decides whether to retry a 503; by default the proxy retries it ten times.
    retryDelay: () => null as never,
    onError: (reply, { error }) => onUpstreamError(reply as unknown as FastifyReply, error, options, logger),
  };
  return options;
}

function proxyOptions(
  replicas: Record<Upstream, Replicas>,
  { memory, bodies }: { memory: HeldBytes; bodies: BodyBudget },
  streams: CarriedStreams,
  logger: Logger,
  secret: string | undefined,
): FastifyHttpProxyOptions {
  const options = replyOptions(memory, streams, logger, secret);
  return {
    upstream: '',
    http: {
      // `Replicas` bounds the connections: those of open streams must not be missing for requests.
      agentOptions: {
        keepAlive: true,
        maxSockets: Infinity,
        maxFreeSockets: 256,
        timeout: IDLE_AT_MOST_MILLISECONDS,
      },
      requestOptions: { timeout: SILENT_AT_MOST_MILLISECONDS, lookup: lookUpHost },
    },
    httpMethods: PASSED_ON,
    preHandler: async (request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      const route = hasDotSegment(path) ? undefined : routeTo(path);
      const service = route?.service;
      // An installation may leave a service out.
      if (!route || !service || replicas[service].count === 0)
        throw new DomainError('route_not_found', 'There is no such address. See /docs for all there are.');
      // Whoever has not taken their answers gets no others yet.
      if (service !== 'sdk-gateway') memory.take(addressNetworks(request.ip), 0);
      const body = await limitBody(request, reply, { memory, bodies });
      request.body = body?.read();
      // Of the answers that are made here; what the service says goes before it.
      if (service === 'sdk-gateway') void reply.header('vary', SDK_VARY);
      const place = replicas[service].enter();
      if (!place) {
        upstreamMetrics.failed(route, 'overloaded');
        throw overloaded('Too many requests wait for the service that answers this address.');
      }
      request.upstream = { route, sentAt: performance.now(), replicas: replicas[service], place, tries: 1, body };
      const waitMs = isImport(request.method, request.url) ? IMPORT_WAITS_MILLISECONDS : waitOf(request.url);
      if (waitMs > 0) return reply.from(undefined, { ...options, timeout: SILENT_AT_MOST_MILLISECONDS + waitMs });
      return undefined;
    },
    replyOptions: options,
  };
}

function known({ id, ip, protocol, host, upstream }: FastifyRequest) {
  return { id, ip, protocol, host, traceparent: upstream?.span?.traceparent };
}
