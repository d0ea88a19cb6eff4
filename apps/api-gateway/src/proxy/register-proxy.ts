import { METHODS } from 'node:http';
import { DomainError, SDK_VARY, unavailable } from '@burgee/contracts/wire';
import { KEPT_ALIVE_MILLISECONDS } from '@burgee/process-kit';
import { sendProblem } from '@burgee/service-kit';
import fastifyHttpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ApiGatewayConfig } from '../config.js';
import { answeredHeaders, forwardedHeaders } from './forwarded-headers.js';
import { limitBody } from './limit-body.js';
import { Replicas } from './replicas.js';
import { hasDotSegment, routeTo, type Upstream } from './route-to.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The replica that this request is sent to. */
    upstream?: { replicas: Replicas; url: string; tries: number };
  }
}

/** A response without a byte for this long is given up. Event streams, by content type, are exempt. */
const SILENT_AT_MOST_MILLISECONDS = 10_000;

/**
 * A connection that nobody has used for this long is not used again. Well before the service would close it: a write that is sent
 * at that moment gets no answer, and cannot be sent again.
 */
const IDLE_AT_MOST_MILLISECONDS = KEPT_ALIVE_MILLISECONDS / 4;

/** The service that has an address also says which methods it takes. */
const PASSED_ON = METHODS.filter((method) => method !== 'CONNECT');
const WITH_ROUTES = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
const SAFE_METHODS = new Set(['GET', 'HEAD']);
const GATEWAY_TIMEOUT = 504;

/**
 * Whether to retry, on another replica if there is one: a replica that stops or has just died must not fail a read. A
 * kept-alive connection may have been closed by the other side at this moment, so there is always one retry.
 */
function mayAskAgain({ request, raw }: FastifyReply, error: Error): boolean {
  const { upstream, method } = request;
  const timedOut = 'statusCode' in error && error.statusCode === GATEWAY_TIMEOUT;
  if (!upstream || raw.headersSent || timedOut || !SAFE_METHODS.has(method)) return false;
  return upstream.tries < Math.max(2, upstream.replicas.count);
}

/** Handles a service that did not answer, or not completely. A response that has started can only be cut off. */
function onUpstreamError(reply: FastifyReply, error: Error, options: ReplyOptions, logger: Logger): void {
  const { upstream, id, raw } = reply.request;
  if (raw.destroyed && !raw.complete) {
    // The caller has left in the middle of a body, which says nothing about the service.
    reply.raw.destroy();
    return;
  }
  upstream?.replicas.failed(upstream.url);
  logger.warn({ err: error, url: upstream?.url, request_id: id }, 'upstream did not answer');
  if (upstream && mayAskAgain(reply, error)) {
    upstream.tries++;
    upstream.url = upstream.replicas.next();
    reply.from(undefined, options);
    return;
  }
  if (reply.raw.headersSent) reply.raw.destroy();
  else sendProblem(reply, unavailable(error), id);
}

/** Forwards /api to the service that owns the path. Streams pass through unbuffered and without a time limit. */
export async function registerProxy(fastify: FastifyInstance, logger: Logger, config: ApiGatewayConfig): Promise<void> {
  const replicas: Record<Upstream, Replicas> = {
    auth: new Replicas([config.AUTH_URL]),
    'flags-admin': new Replicas([config.FLAGS_ADMIN_URL]),
    audit: new Replicas([config.AUDIT_URL]),
    'sdk-gateway': new Replicas(config.SDK_GATEWAY_URLS),
  };

  // No service takes them, so their bodies stay here.
  for (const method of PASSED_ON)
    if (!WITH_ROUTES.has(method)) fastify.addHttpMethod(method, { overrideExisting: true } as never);

  await fastify.register(fastifyHttpProxy, proxyOptions(replicas, logger));
}

type ReplyOptions = NonNullable<FastifyHttpProxyOptions['replyOptions']>;

function replyOptions(logger: Logger): ReplyOptions {
  const options: ReplyOptions = {
    getUpstream: (request) => (request as FastifyRequest).upstream?.url ?? '',
    rewriteRequestHeaders: (request, headers) =>
      forwardedHeaders(headers, known(request as FastifyRequest), request.body !== undefined),
    rewriteHeaders: answeredHeaders as NonNullable<ReplyOptions['rewriteHeaders']>,
    // The caller decides whether to retry a 503; by default the proxy retries it ten times.
    retryDelay: () => null as never,
    onError: (reply, { error }) => onUpstreamError(reply as unknown as FastifyReply, error, options, logger),
  };
  return options;
}

function proxyOptions(replicas: Record<Upstream, Replicas>, logger: Logger): FastifyHttpProxyOptions {
  return {
    prefix: '/api',
    rewritePrefix: '/api',
    upstream: '',
    http: {
      agentOptions: { keepAlive: true, maxFreeSockets: 256, timeout: IDLE_AT_MOST_MILLISECONDS },
      requestOptions: { timeout: SILENT_AT_MOST_MILLISECONDS },
    },
    httpMethods: PASSED_ON,
    preHandler: async (request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      const service = hasDotSegment(path) ? undefined : routeTo(path);
      if (!service) throw new DomainError('route_not_found', 'There is no such address. See /docs for all there are.');
      await limitBody(request);
      // Of the answers that are made here; what the service says goes before it.
      if (service === 'sdk-gateway') void reply.header('vary', SDK_VARY);
      request.upstream = { replicas: replicas[service], url: replicas[service].next(), tries: 1 };
    },
    replyOptions: replyOptions(logger),
  };
}

function known(request: FastifyRequest) {
  return { id: request.id, ip: request.ip, protocol: request.protocol, host: request.host };
}
