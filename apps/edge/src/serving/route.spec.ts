import { describe, expect, it } from '@jest/globals';
import { routeOf, routes } from './route.js';

describe('what a request asks of an edge', () => {
  it.each([
    ['GET', '/api/v1/flags', { kind: 'flags' }],
    ['HEAD', '/api/v1/flags?x', { kind: 'flags' }],
    ['GET', '/api/v1/fl%61gs', { kind: 'flags' }],
    ['GET', '/api/v1/stream?snapshot=true&access=1', { kind: 'stream' }],
    ['POST', '/api/v1/stream/ticket', { kind: 'ticket' }],
    ['GET', '/api/v1/edge/access', { kind: 'access' }],
    ['POST', '/api/v1/edge/applied', { kind: 'applied' }],
    ['POST', '/api/v1/stream/applied', { kind: 'acknowledged' }],
    ['OPTIONS', '/api/v1/anything', { kind: 'preflight' }],
    ['OPTIONS', '/ofrep/v1/evaluate/flags', { kind: 'preflight' }],
    ['POST', '/ofrep/v1/evaluate/flags', { kind: 'decisions', address: { kind: 'bulk' } }],
    ['POST', '/ofrep/v1/evaluate/flags/a%2Fb', { kind: 'decisions', address: { kind: 'single', flagKey: 'a/b' } }],
    ['GET', '/ofrep/v1/events?token=t', { kind: 'events', token: 't' }],
    ['GET', '/unleash/api/client/features', { kind: 'unleash', address: { kind: 'features' } }],
    ['POST', '/unleash/api/frontend', { kind: 'unleash', address: { kind: 'toggles' } }],
    ['OPTIONS', '/unleash/api/frontend', { kind: 'preflight' }],
    ['GET', '/sdk.js', { kind: 'library' }],
    ['GET', '/livez', { kind: 'live' }],
    ['GET', '/readyz', { kind: 'ready' }],
  ])('%s %s', (method, url, route) => {
    expect(routeOf(method, url)).toMatchObject(route);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/api/v1/flags/a'],
    ['GET', '/api/v1/flags%'],
    ['GET', '/__proto__'],
    ['GET', '/constructor'],
    ['OPTIONS', '/livez%'],
    ['POST', '/ofrep/v1/elsewhere'],
    ['GET', '/unleash/api/client/none'],
    ['POST', '/api/projects'],
  ])('%s %s is no address', (method, url) => {
    expect(routeOf(method, url)).toEqual({ kind: 'unknown' });
  });

  it.each([
    ['POST', '/api/v1/flags', ['GET', 'HEAD', 'OPTIONS']],
    ['GET', '/api/v1/stream/ticket', ['OPTIONS', 'POST']],
    ['GET', '/ofrep/v1/evaluate/flags', ['OPTIONS', 'POST']],
    ['DELETE', '/ofrep/v1/events', ['GET', 'HEAD', 'OPTIONS']],
    ['POST', '/livez', ['GET', 'HEAD']],
    ['PUT', '/unleash/api/frontend', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ])('%s %s is another method', (method, url, allowed) => {
    expect(routeOf(method, url)).toEqual({ kind: 'other-method', allowed });
  });

  it.each([
    ['POST', '/ofrep/v1/evaluate/flags'],
    ['POST', '/%6ffrep/v1/evaluate/flags'],
    ['OPTIONS', '/ofrep/v1/evaluate/flags'],
    ['GET', '/ofrep/v1/events?token=t'],
  ])('%s %s is none where a setting closes it', (method, url) => {
    expect(routeOf(method, url, ['/ofrep/'])).toEqual({ kind: 'unknown' });
    expect(routeOf(method, url, ['/unleash/api/'])).not.toEqual({ kind: 'unknown' });
  });

  it('the list of all of them has none that is closed', () => {
    const starts = (closed: readonly string[]) => new Set(routes(closed).map(({ path }) => path.split('/')[1]));
    expect([...starts([])]).toEqual(expect.arrayContaining(['api', 'ofrep', 'unleash']));
    expect(starts(['/ofrep/'])).not.toContain('ofrep');
    expect(starts(['/unleash/api/'])).not.toContain('unleash');
  });
});
