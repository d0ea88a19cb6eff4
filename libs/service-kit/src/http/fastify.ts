import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, REQUEST_ID_HEADER, toProblem } from '@burgee/contracts';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import { requestContext, traceparentOf } from '../logging/request-context.js';
import { httpDuration } from '../metrics/metrics.js';
import { isCrossSite } from './cross-site.js';
import { refuseUnstorableText } from './plain-text.js';
import { PROBLEM_TYPE, sendProblem } from './send-problem.js';
import { toDomainError } from './to-domain-error.js';

/** The largest body any address takes. */
export const BODY_LIMIT_BYTES = 128 * 1024;
const REQUEST_ID = /^[\w-]{8,64}$/;

/** The caller's x-request-id when it is a sane one, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

export interface HttpOptions {
  trustedProxies: string;
  /** Room for a service that answers a route ahead of the framework. */
  serverFactory?: FastifyServerOptions['serverFactory'];
  /** False where the service behind checks again: a proxy passes bodies on unread. */
  parseBodies?: boolean;
}

function onBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const domain =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new DomainError('headers_too_large', 'The headers are larger than the server takes. Send less.')
      : new DomainError('invalid_request', 'This is not an HTTP request the server can read.');
  const body = JSON.stringify(toProblem(domain, randomUUID()));
  const head = [
    `HTTP/1.1 ${domain.kind.status} ${domain.kind.title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Fastify with Burgee's limits: slow, huge or broken requests end early, each with a problem document. */
export function createAdapter({ trustedProxies, serverFactory }: HttpOptions): FastifyAdapter {
  const options: FastifyServerOptions = {
    trustProxy: trustedProxies === 'none' ? false : trustedProxies.split(','),
    genReqId: (request) => requestIdOf(request as unknown as IncomingMessage),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => sendProblem(reply, toDomainError(error), String(request.id)),
    clientErrorHandler: onBrokenHttp,
    ...(serverFactory && { serverFactory }),
  };
  return new FastifyAdapter({ ...options, http: { headersTimeout: 10_000 } } as never) as unknown as FastifyAdapter;
}

/** JSON is the only body taken; an empty one is no body. Text and forms, which pages of other sites can send, are not. */
function takeOnlyJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  );
}

/** By the route that was found, not by the address as it was spelt: /%61pi/ leads to the same place. */
function isDashboardApi({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/v1/');
}

/** What the dashboard is told is for one person, at one moment. */
function keepOutOfCaches(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (isDashboardApi(request)) void reply.header('cache-control', 'no-store');
  });
}

function refuseCrossSite(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request) => {
    const header = (name: string) => request.headers[name] as string | undefined;
    const source = {
      method: request.method,
      protocol: request.protocol,
      host: request.host,
      secFetchSite: header('sec-fetch-site'),
      origin: header('origin'),
    };
    if (isDashboardApi(request) && isCrossSite(source))
      throw new DomainError('cross_site_request', 'This address takes changes only from its own pages.');
  });
}

function carryRequestId(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    const traceparent = traceparentOf(request.headers.traceparent);
    requestContext.run({ requestId: String(request.id), traceparent }, done);
  });
}

function logAndMeasure(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    httpDuration.observe(labels, reply.elapsedTime / 1000);
    if (route.endsWith('z')) return;
    logger.info({ request_id: request.id, ...labels, ms: Math.round(reply.elapsedTime) }, 'request');
  });
}

/** What every service does with every request, in order. */
export function prepareFastify(fastify: FastifyInstance, logger: Logger, parseBodies: boolean): void {
  carryRequestId(fastify);
  logAndMeasure(fastify, logger);
  if (!parseBodies) return;
  refuseCrossSite(fastify);
  keepOutOfCaches(fastify);
  takeOnlyJson(fastify);
  fastify.addHook('preValidation', async (request) =>
    refuseUnstorableText(request.params, request.query, request.body),
  );
}
