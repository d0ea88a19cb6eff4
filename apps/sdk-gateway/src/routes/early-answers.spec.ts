import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { UNLEASH_ADDRESSES } from '@burgee/flag-serving';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SdkGatewayConfig } from '../config.js';
import { EarlyAnswers, routeGroups } from './early-answers.js';
import type { RouteHandlers } from './route-group.js';

const ON = { OFREP: 'on', UNLEASH_API: 'on', USAGE: 'on' };

let taken: string[];
const takes =
  (name: string) =>
  (_request: unknown, _response: unknown, address: { kind?: string } | string = '') =>
    void taken.push([name, typeof address === 'string' ? '' : address.kind].filter(Boolean).join(' '));

const HANDLERS = {
  authenticator: { refuseOrigin: () => new Promise(() => undefined) },
  flags: { handle: takes('flags') },
  streams: { handle: takes('stream') },
  edgeAccess: { handle: takes('access') },
  applied: { handleEdge: takes('edge applied'), handleStream: takes('stream applied') },
  ofrep: { handle: takes('ofrep') },
  events: { handle: takes('events') },
  unleash: { handle: takes('unleash') },
  usage: { handle: takes('usage') },
} as unknown as RouteHandlers;

/**
 * Sends a request to a gateway with these settings. @returns what handled it: a handler, a preflight, or the framework
 */
function ask(method: string, url: string, settings: object = {}): string {
  const early = new EarlyAnswers(routeGroups({ ...ON, ...settings } as SdkGatewayConfig));
  early.begin(HANDLERS, {} as never);
  const server = early.serverFactory((() => taken.push('framework')) as RequestListener);
  const headers = { origin: 'https://page.example' };
  const socket = { remoteAddress: '127.0.0.1' };
  const response = { socket } as unknown as ServerResponse;
  server.emit('request', { method, url, headers, rawHeaders: [], socket } as unknown as IncomingMessage, response);
  server.close();
  return taken.at(-1) ?? 'preflight';
}

beforeEach(() => {
  taken = [];
});

describe('a request', () => {
  it.each([
    ['GET', '/api/v1/flags', 'flags'],
    ['HEAD', '/api/v1/flags', 'flags'],
    ['GET', '/api/v1/stream?snapshot=true', 'stream'],
    ['HEAD', '/api/v1/stream', 'stream'],
    ['GET', '/api/v1/edge/access', 'access'],
    ['POST', '/api/v1/edge/applied', 'edge applied'],
    ['POST', '/api/v1/stream/applied?x', 'stream applied'],
    ['POST', '/api/v1/usage', 'usage'],
    ['POST', '/ofrep/v1/evaluate/flags', 'ofrep bulk'],
    ['POST', '/ofrep/v1/evaluate/fl%61gs/a%2Fb', 'ofrep single'],
    ['GET', '/ofrep/v1/events?token=t', 'events'],
    ['GET', '/unleash/api/client/features/', 'unleash features'],
    ['HEAD', '/unleash/api/client/streaming', 'unleash stream'],
    ['POST', '/unleash/api/frontend?userId=1', 'unleash toggles'],
    ['OPTIONS', '/api/v1/anything', 'preflight'],
    ['OPTIONS', '/ofrep/v1/evaluate/flags', 'preflight'],
    ['OPTIONS', '/unleash/api/frontend', 'preflight'],
  ])('%s %s is answered ahead of the framework', (method, url, by) => {
    expect(ask(method, url)).toBe(by);
  });

  it.each([
    ['GET', '/api/v1/flags?x'],
    ['GET', '/api/v1/fl%61gs'],
    ['POST', '/api/v1/flags'],
    ['POST', '/api/v1/stream'],
    ['POST', '/api/v1/stream/ticket'],
    ['GET', '/api/v1/usage'],
    ['GET', '/ofrep/v1/evaluate/flags'],
    ['POST', '/ofrep/v1/events'],
    ['POST', '/unleash/api/client/features'],
    ['GET', '/unleash/api/none'],
    ['OPTIONS', '/livez'],
    ['GET', '/'],
    ['GET', '/constructor'],
  ])('%s %s is left to the framework', (method, url) => {
    expect(ask(method, url)).toBe('framework');
  });

  it.each([
    ['POST', '/ofrep/v1/evaluate/flags', { OFREP: 'off' }],
    ['OPTIONS', '/ofrep/v1/evaluate/flags', { OFREP: 'off' }],
    ['GET', '/unleash/api/client/features', { UNLEASH_API: 'off' }],
    ['POST', '/api/v1/usage', { USAGE: 'off' }],
  ])('%s %s is too, where it is off', (method, url, settings) => {
    expect(ask(method, url, settings)).toBe('framework');
  });

  it("of Unleash's SDKs is answered at each address that there is", () => {
    const asked = UNLEASH_ADDRESSES.flatMap(({ path, methods }) => methods.map((method) => ask(method, path)));
    expect(asked.filter((by) => !by.startsWith('unleash '))).toEqual([]);
  });
});
