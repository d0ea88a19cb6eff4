import { type IncomingHttpHeaders, METHODS } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type AdmissionMetrics, BufferedBytes, type Seat } from '@burgee/admission';
import { brokenOff, DomainError, overloaded, type Problem, SDK_VARY, unavailable } from '@burgee/contracts/wire';
import { addressNetworks, allowTime, KEPT_ALIVE_MILLISECONDS } from '@burgee/process-kit';
import { sendProblem } from '@burgee/service-kit';
import fastifyHttpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Flows } from './flows.js';
import {
  hasDotSegment,
  levelOf,
  type LevelName,
  routeTo,
  SILENT_AT_MOST_MILLISECONDS,
  silentAtMost,
  type Upstream,
} from '../routes.js';
import type { ApiGatewayConfig } from '../config.js';
import type { CarriedStreams } from './carried-streams.js';
import { Forwarding, isStream } from './forwarding.js';
import { holdAnswer, limitBody, notKept, uploadMilliseconds } from './buffered-bodies.js';
import { lookUpHost } from './look-up-host.js';
import { upstreamMetrics, UpstreamService } from './upstream-service.js';
import { type UpstreamSettings, upstreamUrls } from './upstream-urls.js';

declare module 'fastify' {
  interface FastifyRequest {
    forwarding?: Forwarding;
  }
}

/**
 * An idle connection is not reused after this time, well before the service would close it: a write sent at that moment
 * gets no response, and cannot be sent again.
 */
const IDLE_AT_MOST_MILLISECONDS = KEPT_ALIVE_MILLISECONDS / 4;

/** Forwarded path prefixes. */
const PREFIXES = ['/api', '/ofrep', '/unleash/api'];

/** The service that owns the path also decides its methods. */
const PASSED_ON = METHODS.filter((method) => method !== 'CONNECT');
const WITH_ROUTES = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
const UNAUTHENTICATED = 401;

/** State that all requests share. */
interface ProxyParts {
  logger: Logger;
  config: UpstreamSettings & Pick<ApiGatewayConfig, 'FORWARDING_SECRET' | 'SESSION_PUBLIC_KEY' | 'SESSION_COOKIE_NAME'>;
  streams: CarriedStreams;
  metrics: (admits: string) => AdmissionMetrics;
  underWayAtMost?: number | undefined;
  memory?: BufferedBytes | undefined;
  silentAtMost?: typeof silentAtMost;
}

type ReplyOptions = NonNullable<FastifyHttpProxyOptions['replyOptions']>;

/** Forwards /api, /ofrep and /unleash/api to the service that owns the path. Streams pass through unbuffered and without a time limit. */
export async function registerProxy(fastify: FastifyInstance, parts: ProxyParts): Promise<void> {
  // No service accepts them, so their bodies are not forwarded.
  for (const method of PASSED_ON)
    if (!WITH_ROUTES.has(method)) fastify.addHttpMethod(method, { overrideExisting: true } as { hasBody?: boolean });
  // For a request that is refused before it is forwarded.
  fastify.addHook('onError', async (request) => request.forwarding?.leave());
  const proxy = new ServiceProxy(parts);
  fastify.addHook('preClose', async () => proxy.end());
  for (const prefix of PREFIXES)
    await fastify.register(fastifyHttpProxy, { ...proxy.options, prefix, rewritePrefix: prefix });
}

/** The services, and the handling of each request for one of them. */
class ServiceProxy {
  private readonly services: Record<Upstream, UpstreamService>;
  private readonly flows: Flows;
  private readonly memory: BufferedBytes;

  constructor(private readonly parts: ProxyParts) {
    const urls = upstreamUrls(parts.config);
    const service = (name: Upstream) => new UpstreamService(name, urls[name], parts.metrics, parts.underWayAtMost);
    this.services = {
      auth: service('auth'),
      'flags-admin': service('flags-admin'),
      audit: service('audit'),
      usage: service('usage'),
      'sdk-gateway': service('sdk-gateway'),
    };
    this.flows = new Flows(parts.config.SESSION_PUBLIC_KEY, parts.config.SESSION_COOKIE_NAME);
    this.memory = parts.memory ?? new BufferedBytes();
  }

  get options(): FastifyHttpProxyOptions {
    return {
      upstream: '',
      http: {
        // `Replicas` bounds the connections: streams must not use up the share of requests.
        agentOptions: {
          keepAlive: true,
          maxSockets: Infinity,
          maxFreeSockets: 256,
          timeout: IDLE_AT_MOST_MILLISECONDS,
        },
        requestOptions: { timeout: SILENT_AT_MOST_MILLISECONDS, lookup: lookUpHost },
      },
      httpMethods: PASSED_ON,
      preHandler: (request, reply) => this.forward(request, reply),
      replyOptions: this.replyOptions,
    };
  }

  /** Refuses the queued requests, so that their clients ask another replica. */
  end(): void {
    for (const { scheduler } of Object.values(this.services)) scheduler?.refuseWaiting(unavailable());
  }

  private async forward(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { url, method } = request;
    const [path = ''] = url.split('?', 1);
    const route = hasDotSegment(path) ? undefined : routeTo(path);
    const service = route && this.services[route.service];
    // An installation may leave a service out.
    if (!service || service.replicas.count === 0)
      throw new DomainError('route_not_found', 'No such route. See /docs for all routes.');
    const level = service.scheduler && levelOf(method, url);
    // A network with too many unread responses gets no others yet.
    if (level) this.memory.take(addressNetworks(request.ip), 0);
    // For responses made here; a service's own header takes precedence.
    else void reply.header('vary', SDK_VARY);
    if (level === 'import' && this.flows.isSignedIn(request))
      allowTime(request.raw, uploadMilliseconds(request.headers['content-length']));
    const body = await limitBody(request, reply, { memory: this.memory, isDocument: level === 'import' });
    const seat = level && (await this.admit(request, reply, service, level));
    const place = service.replicas.enter();
    if (!place) {
      seat?.leave();
      upstreamMetrics.failed(route, 'overloaded');
      throw overloaded('Too many requests are waiting for this service.');
    }
    request.body = body?.read();
    const timeout = (this.parts.silentAtMost ?? silentAtMost)(level, url);
    request.forwarding = new Forwarding({ reply, route, service, level, seat, timeout, place, body });
    if (timeout === SILENT_AT_MOST_MILLISECONDS) return;
    reply.from(undefined, { ...this.replyOptions, timeout });
    // Never resolved: the response ends the request. Other hooks would send it again once the client has left, and a
    // hijacked reply would not learn that the service failed, so that its seat would never be free.
    await new Promise(() => undefined);
  }

  private async admit(
    request: FastifyRequest,
    { raw }: FastifyReply,
    { scheduler }: UpstreamService,
    level: LevelName,
  ): Promise<Seat | undefined> {
    if (raw.destroyed) throw brokenOff();
    return scheduler?.enter(this.flows.of(request), level, () => {
      const gone = new AbortController();
      raw.once('close', () => gone.abort(brokenOff()));
      return gone.signal;
    });
  }

  private readonly replyOptions: ReplyOptions = {
    getUpstream: (request) => (request as FastifyRequest).forwarding?.url ?? '',
    rewriteRequestHeaders: (request, headers) =>
      (request as FastifyRequest).forwarding?.begin(headers, this.parts.config.FORWARDING_SECRET) ?? headers,
    rewriteHeaders: (headers, request) =>
      ((request as FastifyRequest).forwarding?.headed(headers) ?? headers) as typeof headers,
    onResponse: (request, reply, response) => {
      const { stream } = response as unknown as { stream: Readable };
      this.answer(request as FastifyRequest, reply as unknown as FastifyReply, stream);
    },
    // The client decides whether to retry a 503; by default the proxy retries it ten times.
    retryDelay: () => null,
    onError: (reply, { error }) => this.fail(reply as unknown as FastifyReply, error),
  };

  private answer(request: FastifyRequest, reply: FastifyReply, stream: Readable): void {
    const { forwarding } = request;
    forwarding?.answered(stream);
    if (reply.statusCode === UNAUTHENTICATED && forwarding?.service.scheduler) this.flows.ended(request);
    const headers = reply.getHeaders() as IncomingHttpHeaders;
    if (isStream(headers)) return void reply.send(this.parts.streams.carry(stream));
    if (forwarding?.mayConcernAll) return void this.passRefusal(reply, stream);
    forwarding?.service.succeeded();
    const body = holdAnswer(reply, stream, this.memory);
    if (body) void reply.send(body);
    else refuse(reply, headers, stream);
  }

  /** Refuses queued requests at once when they wait for an engine that is down. */
  private async passRefusal(reply: FastifyReply, stream: Readable): Promise<void> {
    const { forwarding } = reply.request;
    try {
      const problem = await text(stream);
      if (codeOf(problem) === 'unavailable') forwarding?.service.failed();
      forwarding?.leave();
      void reply.send(problem);
    } catch (error) {
      this.fail(reply, error as Error);
    }
  }

  /** Handles a service that did not answer, or not completely. A response that has started can only be cut off. */
  private fail(reply: FastifyReply, error: Error): void {
    const { forwarding, id } = reply.request;
    this.parts.logger.warn({ err: error, 'url.full': forwarding?.url, request_id: id }, 'upstream did not answer');
    const next = forwarding?.retry(error);
    if (next) {
      reply.request.body = next.body;
      reply.from(undefined, { ...this.replyOptions, timeout: forwarding?.timeout ?? SILENT_AT_MOST_MILLISECONDS });
      return;
    }
    // A started response may be stuck at its client.
    if (!reply.raw.headersSent) forwarding?.noAnswer(error);
    forwarding?.leave();
    if (reply.raw.headersSent) reply.raw.destroy();
    else sendProblem(reply, unavailable(error), id);
  }
}

/** Sends a refusal without any part or header of the response. */
function refuse(reply: FastifyReply, headers: IncomingHttpHeaders, stream: Readable): void {
  stream.destroy();
  for (const name of Object.keys(headers)) if (name !== 'x-request-id') void reply.removeHeader(name);
  sendProblem(reply, notKept(), reply.request.id);
}

function codeOf(problem: string): string | undefined {
  try {
    return (JSON.parse(problem) as Partial<Problem> | null)?.code;
  } catch {
    return undefined;
  }
}
