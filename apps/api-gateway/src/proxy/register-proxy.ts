import { DomainError } from '@burgee/contracts';
import { type Service, sendProblem, toDomainError, unavailable } from '@burgee/service-kit';
import fastifyHttpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ApiGatewayConfig } from '../config.js';
import { forwardedHeaders } from './forwarded-headers.js';
import { limitBody } from './limit-body.js';
import { Replicas } from './replicas.js';
import { routeTo, type Upstream } from './route-to.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where this request goes. */
    upstream?: { replicas: Replicas; url: string; tries: number };
  }
}

/** Silence longer than this is an end; only an event stream, by its content type, may be silent for longer. */
const SILENT_AT_MOST_MILLISECONDS = 10_000;

const SAFE_METHODS = new Set(['GET', 'HEAD']);
const GATEWAY_TIMEOUT = 504;

/**
 * Whether to ask again, elsewhere when there is an elsewhere: a replica that stops, or that has just gone, fails no read. A
 * connection that was kept open may have been closed by the other side at this moment, so there is always a second try.
 */
function mayAskAgain({ request, raw }: FastifyReply, error: Error): boolean {
  const { upstream, method } = request;
  const timedOut = 'statusCode' in error && error.statusCode === GATEWAY_TIMEOUT;
  if (!upstream || raw.headersSent || timedOut || !SAFE_METHODS.has(method)) return false;
  return upstream.tries < Math.max(2, upstream.replicas.count);
}

/** A service that did not answer, or not to the end: what has begun can only be cut off. */
function onUpstreamError(reply: FastifyReply, error: Error, options: ReplyOptions, logger: Logger): void {
  const { upstream, id } = reply.request;
  upstream?.replicas.failed(upstream.url);
  logger.warn({ err: error, url: upstream?.url }, 'a service did not answer');
  if (upstream && mayAskAgain(reply, error)) {
    upstream.tries++;
    upstream.url = upstream.replicas.next();
    reply.from(undefined, options);
    return;
  }
  if (reply.raw.headersSent) reply.raw.destroy();
  else sendProblem(reply, unavailable(error), id);
}

/** Everything under /api goes to the service that owns it; streams pass through unbuffered and without an end. */
export async function registerProxy(
  fastify: FastifyInstance,
  { logger }: Service,
  config: ApiGatewayConfig,
): Promise<void> {
  const replicas: Record<Upstream, Replicas> = {
    auth: new Replicas([config.AUTH_URL]),
    'flags-admin': new Replicas([config.FLAGS_ADMIN_URL]),
    audit: new Replicas([config.AUDIT_URL]),
    'sdk-gateway': new Replicas(config.SDK_GATEWAY_URLS),
  };

  await fastify.register(async (scope) => {
    // A scope of its own: Nest sets its error handler on the root after this scope has taken over the default one.
    scope.setErrorHandler((error, request, reply) => sendProblem(reply, toDomainError(error), request.id));
    await scope.register(fastifyHttpProxy, proxyOptions(replicas, logger));
  });
}

type ReplyOptions = NonNullable<FastifyHttpProxyOptions['replyOptions']>;

function replyOptions(logger: Logger): ReplyOptions {
  const options: ReplyOptions = {
    getUpstream: (request) => (request as FastifyRequest).upstream?.url ?? '',
    rewriteRequestHeaders: (request, headers) => forwardedHeaders(headers, { ...known(request as FastifyRequest) }),
    // A refusal is the caller's to retry; by default the proxy would try a 503 ten times over.
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
      agentOptions: { keepAlive: true, maxFreeSockets: 256 },
      requestOptions: { timeout: SILENT_AT_MOST_MILLISECONDS },
    },
    preHandler: async (request) => {
      await limitBody(request);
      const service = routeTo(request.url.split('?')[0] ?? '');
      if (!service) throw new DomainError('route_not_found', 'There is no such address. See /docs for all there are.');
      request.upstream = { replicas: replicas[service], url: replicas[service].next(), tries: 1 };
    },
    replyOptions: replyOptions(logger),
  };
}

function known(request: FastifyRequest) {
  return { id: request.id, ip: request.ip, protocol: request.protocol, host: request.host };
}
