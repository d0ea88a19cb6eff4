import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  answerPreflight,
  AppliedHandler,
  Authenticator,
  EdgeAccessHandler,
  FlagsHandler,
  OfrepEvents,
  OfrepHandler,
  parseOfrepAddress,
  parseUnleashAddress,
  StreamHandler,
  UnleashHandler,
  UsageHandler,
} from '@burgee/flag-serving';
import {
  EDGE_ACCESS_PATH,
  EDGE_APPLIED_PATH,
  OFREP_PREFIX,
  SDK_VARY,
  STREAM_APPLIED_PATH,
  UNLEASH_PREFIX,
  USAGE_PATH,
} from '@burgee/contracts/wire';
import { createPacedHttpServer, makeFolder, refuseSettings, traceRead } from '@burgee/process-kit';
import { type Service, startService } from '@burgee/service-kit';
import { loadConfig } from './config.js';
import { SdkGatewayModule } from './sdk-gateway.module.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Nothing that the framework answers here needs a body. Many callers may send one at a time, and nobody is asked who he is before. */
const BODY_BYTES = 1_024;

const config = loadConfig();
const unusable = makeFolder(config.LAST_KNOWN_GOOD_DIR);
if (unusable !== undefined) refuseSettings('sdk-gateway', { LAST_KNOWN_GOOD_DIR: unusable });
const preflightsAt = [
  '/api/v1/',
  ...(config.OFREP === 'on' ? [OFREP_PREFIX] : []),
  ...(config.UNLEASH_API === 'on' ? [UNLEASH_PREFIX] : []),
];

/** Answers ahead of the framework, once the modules are made. @returns whether it took the request */
let early: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;

/** As `early`, for OFREP alone. */
function answerOfrep(app: Service['app']): typeof early {
  const decisions = app.get(OfrepHandler);
  const events = app.get(OfrepEvents);
  return (request, response) => {
    const { method, url = '' } = request;
    const address = parseOfrepAddress(url);
    const isEvents = address?.kind === 'events';
    if (isEvents && (method === 'GET' || method === 'HEAD')) events.handle(request, response, address.token);
    else if (address && !isEvents && method === 'POST') decisions.handle(request, response, address);
    else return false;
    return true;
  };
}

/** As `early`, for Unleash's client API alone. */
function answerUnleash(app: Service['app']): typeof early {
  const unleash = app.get(UnleashHandler);
  return (request, response) => {
    const { method = '', url = '' } = request;
    const found = parseUnleashAddress(url);
    if (!found?.methods.includes(method)) return false;
    unleash.handle(request, response, found.address);
    return true;
  };
}

function serverFactory(handler: Handler) {
  return createPacedHttpServer((request, response) => {
    if (!traceRead(request, response, () => early(request, response))) handler(request, response);
  });
}

await startService({
  name: 'sdk-gateway',
  config,
  module: SdkGatewayModule.with(config),
  http: { serverFactory, preflightsAt, bodyLimitBytes: BODY_BYTES },
  drainMilliseconds: config.STREAM_DRAIN_SECONDS * 1_000,
  prepare: (service) => {
    const flags = service.app.get(FlagsHandler);
    const ofrep = config.OFREP === 'on' ? answerOfrep(service.app) : () => false;
    const unleash = config.UNLEASH_API === 'on' ? answerUnleash(service.app) : () => false;
    const usage = config.USAGE === 'on' ? service.app.get(UsageHandler) : undefined;
    const streams = service.app.get(StreamHandler);
    const edgeAccess = service.app.get(EdgeAccessHandler);
    const applied = service.app.get(AppliedHandler);
    const authenticator = service.app.get(Authenticator);
    service.fastify.addHook('onRequest', async (_, reply) => void reply.header('vary', SDK_VARY));
    early = (request, response) => {
      const { method, url = '' } = request;
      const isRead = method === 'GET' || method === 'HEAD';
      // A client that is connected to a replica that stops finds another one with its next request.
      if (service.health.stopping) response.shouldKeepAlive = false;
      if (isRead && url === '/api/v1/flags') {
        flags.handle(request, response);
        return true;
      }
      const [path] = url.split('?', 1);
      if (isRead && path === '/api/v1/stream') streams.handle(request, response);
      else if (isRead && path === EDGE_ACCESS_PATH) edgeAccess.handle(request, response);
      else if (method === 'POST' && path === EDGE_APPLIED_PATH) applied.handleEdge(request, response);
      else if (method === 'POST' && path === STREAM_APPLIED_PATH) applied.handleStream(request, response);
      else if (usage && method === 'POST' && path === USAGE_PATH) usage.handle(request, response);
      else if (method === 'OPTIONS' && preflightsAt.some((start) => url.startsWith(start)))
        void answerPreflight(authenticator, request, response, service.logger);
      else return ofrep(request, response) || unleash(request, response);
      return true;
    };
  },
});
