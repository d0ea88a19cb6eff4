import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, REQUEST_ID_HEADER, requestIdOf, SECURITY_HEADERS, WAITED_HEADER } from '@burgee/contracts/wire';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import {
  answerAndClose,
  createHttpServer,
  onBrokenHttp,
  requestContext,
  type RouteLine,
  traceparentOf,
  within,
} from '@burgee/process-kit';
import { answerError } from './answer-error.js';
import { jsonShape, refuseUnstorableText, unstorable } from './json-limits.js';
import { methodsOf } from './methods-of.js';
import { endTraces, logAndMeasure, traceRequest } from './observe-requests.js';
import { takeForms, UNREAD_JSON } from './unread-body.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route whose requests have more values than usual: this many, counted at every depth. */
    valuesAtMost?: number;
  }
}

/** The largest body of a route, except for routes that read it in chunks. */
export const BODY_LIMIT_BYTES = 128 * 1024;
const HEADERS_AT_MOST = 1_000;
const WAITED_AT_MOST_MILLISECONDS = 60_000;

export interface HttpOptions {
  trustedProxies: string;
  logger: Logger;
  /** For a service that handles a route ahead of the framework. */
  serverFactory?: (handler: RequestListener) => Server;
  /** Path prefixes for which that service answers every OPTIONS. */
  preflightsAt?: readonly string[];
  /** False for a proxy, which forwards bodies unread; the service behind it checks them. */
  parseBodies?: boolean;
  /** The largest body that it accepts, if lower than the default. */
  bodyLimitBytes?: number;
}

/** Fastify with Burgee's limits: slow, huge or broken requests end early, each with a problem document. */
export function createAdapter({
  trustedProxies,
  logger,
  serverFactory = createHttpServer,
  bodyLimitBytes = BODY_LIMIT_BYTES,
}: HttpOptions): FastifyAdapter {
  const options: FastifyServerOptions = {
    trustProxy: trustedProxies === 'none' ? false : trustedProxies.split(','),
    genReqId: (request) => requestIdOf(request as unknown as IncomingMessage),
    bodyLimit: bodyLimitBytes,
    // Requests that arrive on an open connection during shutdown are still served: the modules live until the last
    // response.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => answerError(logger, error, request, reply as FastifyReply),
    clientErrorHandler: (error, socket) => onBrokenHttp(error, socket),
    serverFactory: serverFactory as never,
  };
  return new FastifyAdapter(options as never) as unknown as FastifyAdapter;
}

const malformed = (cause: unknown) =>
  new DomainError('malformed_json', 'The body is not valid JSON. Send a JSON object.', { cause });

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Accepts only uncompressed JSON bodies; an empty one counts as none. Pages of other sites could send text and forms.
 */
function takeOnlyJson(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', async ({ headers, routeOptions }, reply) => {
    if (![undefined, 'identity'].includes(headers['content-encoding'])) {
      void reply.header('accept-encoding', 'identity');
      throw new DomainError(
        'unsupported_media_type',
        'Compressed bodies are not accepted. Send the body without a Content-Encoding.',
      );
    }
    const type = headers['content-type'];
    if (type?.startsWith(UNREAD_JSON))
      throw new DomainError('unsupported_media_type', 'Send the body as application/json.');
    if (routeOptions.config.hasUnreadBody && type && JSON_TYPE.test(type)) headers['content-type'] = UNREAD_JSON;
  });
  fastify.addContentTypeParser(UNREAD_JSON, (_request, body, done) => done(null, body));
  takeForms(fastify);
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const fault = jsonShape(body as string, request.routeOptions.config.valuesAtMost);
    if (fault) return done(unstorable(fault));
    parse(request, body as string, (error, parsed) => done(error && malformed(error), parsed));
  });
}

/** By the matched route, not by the raw URL: /%61pi/ matches the same route. */
function isDashboardApi({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/v1/');
}

/** Responses to the dashboard are personal and must not be cached. */
function keepOutOfCaches(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (isDashboardApi(request)) void reply.header('cache-control', 'no-store');
  });
}

/** Node drops headers after the 2,000th, and a proxy's headers about the client come last. */
function refuseManyHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    if (rawHeaders.length > 2 * HEADERS_AT_MOST)
      throw new DomainError('headers_too_large', 'Too many headers. Send fewer.');
  });
}

/** The headers that tell where a request came from. */
export interface RequestSource {
  method: string;
  protocol: string;
  host: string;
  secFetchSite?: string;
  origin?: string;
  isExport?: boolean | undefined;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that may change data came from another site's page. Browsers say so in Sec-Fetch-Site, older ones
 * only in Origin; a client that sends neither is not a browser and has no cookie.
 */
export function isCrossSite({ method, protocol, host, secFetchSite, origin, isExport }: RequestSource): boolean {
  if (SAFE_METHODS.has(method)) return isExport === true && secFetchSite === 'cross-site';
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none') return true;
  return origin !== undefined && origin !== originOf(protocol, host);
}

/** As a browser writes it: lower case, without the scheme's own port (RFC 9110, 4.2.3). */
const originOf = (protocol: string, host: string) =>
  `${protocol}://${host.toLowerCase().replace(protocol === 'https' ? /:443$/ : /:80$/, '')}`;

function refuseCrossSite(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request) => {
    const header = (name: string) => request.headers[name] as string | undefined;
    const { method, protocol, host, routeOptions } = request;
    const [secFetchSite, origin] = [header('sec-fetch-site'), header('origin')];
    const isExport = routeOptions.url?.endsWith('/export') === true;
    const source = { method, protocol, host, secFetchSite, origin, isExport };
    if (isDashboardApi(request) && isCrossSite(source))
      throw new DomainError(
        'cross_site_request',
        'This browser request came from another site. Send changes and exports from the dashboard. Behind a proxy: it must pass on Host and X-Forwarded-Proto, and TRUSTED_PROXIES must name it.',
      );
  });
}

function carryRequestId(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    const traceparent = traceparentOf(request.headers.traceparent);
    const context = { requestId: String(request.id), traceparent, isAnswered: () => reply.raw.headersSent };
    within(traceRequest(request, traceparent), () => requestContext.run(context, done));
  });
}

/** Milliseconds that the request waited in the api-gateway's queue, by its header. */
function waitedBefore({ headers }: FastifyRequest): number {
  const header = headers[WAITED_HEADER];
  const waited = typeof header === 'string' && /^\d{1,5}$/.test(header) ? Number(header) : 0;
  return waited <= WAITED_AT_MOST_MILLISECONDS ? waited : 0;
}

/** From here on, the response time depends on this service only: time to send the body does not count. */
function recordArrival(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    const context = requestContext.getStore();
    if (context) {
      context.begunAt = performance.now();
      context.arrivedAt = context.begunAt - waitedBefore(request);
    }
    done();
  });
}

/** Reports the service's own working time of a request that waits for others. */
function sendWorkTime(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (_request, reply) => {
    const workMs = requestContext.getStore()?.workMs;
    if (workMs !== undefined) void reply.header('server-timing', `work;dur=${workMs.toFixed(1)}`);
  });
}

/** The error for an unknown path. */
export const noRoute = () => new DomainError('route_not_found', 'No such route. See /docs for all routes.');

/** 405 for a path that accepts other methods, before the body is read; 404 for an unknown path. */
function refuseOtherMethods(
  fastify: FastifyInstance,
  routes: readonly RouteLine[],
  preflightsAt: readonly string[] = [],
): void {
  fastify.addHook('preParsing', async (request, reply) => {
    if (!request.is404) return;
    const [path = ''] = request.url.split('?', 1);
    const methods = methodsOf(routes, path);
    if (methods.length === 0) throw noRoute();
    if (preflightsAt.some((start) => path.startsWith(start))) methods.push('OPTIONS');
    void reply.header('allow', methods.toSorted().join(', '));
    throw new DomainError('method_not_allowed', `This route accepts ${methods.toSorted().join(', ')}.`);
  });
  // Node closes a CONNECT tunnel without a response.
  fastify.server.on('connect', (_request, socket) =>
    answerAndClose(socket as Socket, new DomainError('method_not_allowed', 'This is not a proxy.'), ['Allow: ']),
  );
}

function secureAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (_request, reply) => void reply.headers(SECURITY_HEADERS));
}

/** The steps that every service runs for every request, in order. */
export function prepareFastify(
  fastify: FastifyInstance,
  { logger, preflightsAt, parseBodies = true }: Omit<HttpOptions, 'trustedProxies'>,
  routes: readonly RouteLine[],
): void {
  carryRequestId(fastify);
  logAndMeasure(fastify, logger, !parseBodies);
  endTraces(fastify);
  refuseManyHeaders(fastify);
  refuseOtherMethods(fastify, routes, preflightsAt);
  // The framework's own parsers would read text and JSON in every case.
  fastify.removeAllContentTypeParsers();
  if (!parseBodies) return;
  secureAnswers(fastify);
  refuseCrossSite(fastify);
  keepOutOfCaches(fastify);
  takeOnlyJson(fastify);
  recordArrival(fastify);
  sendWorkTime(fastify);
  fastify.addHook('preValidation', async ({ params, query, body, routeOptions: { config } }) =>
    refuseUnstorableText(config.hasUnreadBody ? [params, query] : [params, query, body], config.valuesAtMost),
  );
}
