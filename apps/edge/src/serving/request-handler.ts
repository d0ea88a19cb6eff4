import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  DomainError,
  REQUEST_ID_HEADER,
  requestIdOf,
  SDK_KEY_HEADER,
  SDK_VARY,
  SECURITY_HEADERS,
} from '@burgee/contracts/wire';
import { answerPreflight, corsHeaders, writeProblem } from '@burgee/flag-serving';
import { type Health, traceRead } from '@burgee/process-kit';
import type { Logger } from 'pino';
import { type EdgeChain, isOfEdge } from '../upstream/edge-chain.js';
import { type KeyAdmission, LOOP } from './key-admission.js';
import { noteRequest } from './note-request.js';
import type { OriginAdmission } from './origin-admission.js';
import { type Route, routeOf } from './route.js';
import type { EdgeServing } from './serving.js';

const HEADERS_AT_MOST = 1_000;

interface HandlerParts {
  serving: EdgeServing;
  admission: KeyAdmission;
  origins: Pick<OriginAdmission, 'admit'>;
  library: (request: IncomingMessage, response: ServerResponse) => boolean;
  health: Health;
  logger: Logger;
  chain: Pick<EdgeChain, 'includes' | 'ofAnswer'>;
  /** Path prefixes that settings disable. */
  closed: readonly string[];
}

/** Whether the route accepts client keys. */
const opensByClientKey = (route: Route): boolean =>
  route.kind === 'decisions' || route.kind === 'usage' || (route.kind === 'unleash' && route.address.isFrontend);

/** Routes that need no key and no origin. */
const OPEN_TO_ALL: ReadonlySet<Route['kind']> = new Set(['library', 'live', 'ready', 'unknown', 'other-method']);
/** Routes that anyone may request, at any path. */
const UNTRACED: ReadonlySet<Route['kind']> = new Set([...OPEN_TO_ALL, 'preflight']);

/** Handles every request of this edge as the gateway does. */
export function createRequestHandler({
  serving,
  admission,
  origins,
  library,
  health,
  logger,
  chain,
  closed,
}: HandlerParts): RequestListener {
  const { access, addressOf, applied, authenticator, flags, ofrep, streams, events, tickets, unleash, usage } = serving;

  async function refuse(error: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal =
      error instanceof DomainError
        ? error
        : new DomainError('internal', 'Something went wrong. Report it with the request id.', { cause: error });
    if (refusal.kind.logLevel === 'error')
      logger.error({ err: error, request_id: requestIdOf(request) }, 'request failed');
    const refused = await authenticator.refuse(refusal, request.headers.origin);
    if (!response.headersSent)
      writeProblem(response, refused.error, requestIdOf(request), corsHeaders(refused.allowOrigin));
  }

  function refuseRoute(error: DomainError, request: IncomingMessage, response: ServerResponse, allow?: string): void {
    writeProblem(response, error, requestIdOf(request), { vary: SDK_VARY, ...(allow !== undefined && { allow }) });
  }

  function json(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: object,
  ): void {
    const text = JSON.stringify(body);
    response.writeHead(status, {
      ...SECURITY_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      [REQUEST_ID_HEADER]: requestIdOf(request),
      ...headers,
    });
    response.end(request.method === 'HEAD' ? undefined : text);
  }

  async function issueTicket(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    const granted = await authenticator.authenticate(headers[SDK_KEY_HEADER] as string | undefined, headers.origin)
      .result;
    const cors = corsHeaders(granted.allowOrigin);
    if (granted.kind === 'refused') writeProblem(response, granted.error, requestIdOf(request), cors);
    else json(request, response, 200, tickets.issue(granted.keyHash), cors);
  }

  async function answerHealth(request: IncomingMessage, response: ServerResponse, isReady: boolean): Promise<void> {
    const report = isReady ? await health.check() : { status: 'ok' };
    json(request, response, report.status === 'unavailable' ? 503 : 200, report, { vary: SDK_VARY });
  }

  function serve(route: Route, request: IncomingMessage, response: ServerResponse): void {
    const orRefuse = (work: Promise<void>) => void work.catch((error: unknown) => refuse(error, request, response));
    if (route.kind === 'flags') flags.handle(request, response);
    else if (route.kind === 'stream') streams.handle(request, response);
    else if (route.kind === 'decisions') ofrep.handle(request, response, route.address);
    else if (route.kind === 'events') events.handle(request, response, route.token);
    else if (route.kind === 'unleash') unleash.handle(request, response, route.address);
    else if (route.kind === 'access') access.handle(request, response);
    else if (route.kind === 'applied') applied.handleEdge(request, response);
    else if (route.kind === 'acknowledged') applied.handleStream(request, response);
    else if (route.kind === 'usage' && usage) usage.handle(request, response);
    else if (route.kind === 'ticket') orRefuse(issueTicket(request, response));
    else if (route.kind === 'preflight') orRefuse(answerPreflight(authenticator, request, response, logger));
    else if (route.kind === 'live' || route.kind === 'ready')
      orRefuse(answerHealth(request, response, route.kind === 'ready'));
    else if (route.kind === 'other-method') {
      const allow = route.allowed.join(', ');
      refuseRoute(new DomainError('method_not_allowed', `This route accepts ${allow}.`), request, response, allow);
    } else if (route.kind !== 'library' || !library(request, response))
      refuseRoute(new DomainError('route_not_found', 'No such route at an edge.'), request, response);
  }

  /** Handles the request, in a span where tracing is on. */
  function answer(route: Route, request: IncomingMessage, response: ServerResponse): void {
    if (UNTRACED.has(route.kind)) return serve(route, request, response);
    traceRead(request, response, () => {
      serve(route, request, response);
      return true;
    });
  }

  return (request, response) => {
    const { method = '', url = '' } = request;
    if (health.stopping) response.shouldKeepAlive = false;
    if (request.rawHeaders.length > 2 * HEADERS_AT_MOST) {
      refuseRoute(new DomainError('headers_too_large', 'Too many headers. Send fewer.'), request, response);
      return;
    }
    const { via } = request.headers;
    if (via !== undefined && isOfEdge(via)) response.setHeader('via', chain.ofAnswer);
    // Otherwise it would loop for ever.
    if (chain.includes(via)) {
      const loop = new DomainError('edge_loop', LOOP);
      refuseRoute(loop, request, response);
      return;
    }
    const route: Route = method === 'GET' && url === '/api/v1/flags' ? { kind: 'flags' } : routeOf(method, url, closed);
    noteRequest(route, request, response, logger, addressOf);
    const networks = () => serving.networksOf(request);
    const whenOriginIsKnown = (proceed: () => unknown) => {
      const lookedUp = origins.admit(request.headers.origin, networks);
      if (lookedUp) void lookedUp.then(proceed);
      else proceed();
    };
    const begin = () => {
      if (OPEN_TO_ALL.has(route.kind)) answer(route, request, response);
      else whenOriginIsKnown(() => answer(route, request, response));
    };
    const admitted = admission.admit(request, opensByClientKey(route), networks);
    if (!admitted) begin();
    else admitted.then(begin, (error: unknown) => whenOriginIsKnown(() => refuse(error, request, response)));
  };
}
