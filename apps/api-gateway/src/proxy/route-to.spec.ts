import { describe, expect, it } from '@jest/globals';
import { forwardedHeaders } from './forwarded-headers.js';
import { Replicas } from './replicas.js';
import { hasDotSegment, routeTo } from './route-to.js';

describe('routing', () => {
  it.each([
    ['/api/auth/login', 'auth'],
    ['/api/operations', 'auth'],
    ['/api/operations/1', undefined],
    ['/api/projects', 'flags-admin'],
    ['/api/projects/1/flags', 'flags-admin'],
    ['/api/projects/1/audit', 'audit'],
    ['/api/projects/1/audit/latest', 'audit'],
    ['/api/projects/1/audit/verify', 'audit'],
    ['/api/projects/1/audit/export', 'audit'],
    ['/api/environments/1/changes', 'flags-admin'],
    ['/api/invitations/accept', 'flags-admin'],
    ['/api/flags/1', 'flags-admin'],
    ['/api/flags/1/audit', 'audit'],
    ['/api/flags/1/environments/2/toggle', 'flags-admin'],
    ['/api/v1/flags', 'sdk-gateway'],
    ['/api/v1/stream/ticket', 'sdk-gateway'],
    ['/ofrep/v1/evaluate/flags', 'sdk-gateway'],
    ['/ofrep/v1/evaluate/flags/new-checkout', 'sdk-gateway'],
    ['/ofrepx/v1', undefined],
    ['/unleash/api/client/features', 'sdk-gateway'],
    ['/unleash/admin', undefined],
    ['/api/authx', undefined],
    ['/api/other', undefined],
    ['/API/AUTH/login', undefined],
  ])('%s: %s', (path, service) => expect(routeTo(path)?.service).toBe(service));
});

describe('a path with a segment of two dots', () => {
  it.each([
    ['/api/flags/../auth/me', true],
    ['/api/..', true],
    ['/api/%2e%2E/x', true],
    ['/api/.%2e/x', true],
    ['/api%2f..%2fx', true],
    ['/api\\..\\x', true],
    ['/api/flags/a..b', false],
    ['/api/flags/...', false],
    ['/api/flags/.', false],
  ])('%s: %p', (path, has) => expect(hasDotSegment(path)).toBe(has));
});

describe('forwarded headers', () => {
  it("hold what the gateway knows, and none of the caller's claims about itself", () => {
    const claims = {
      'x-forwarded-for': '1.2.3.4',
      'x-user-id': 'admin',
      forwarded: 'for=1',
      'x-real-ip': '1.2.3.4',
      accept: '*/*',
      'x-forwarded-secret': 'guessed',
      'content-length': '7',
      'transfer-encoding': 'chunked',
      'keep-alive': 'timeout=1',
    };
    const known = { id: 'request-1', ip: '9.9.9.9', protocol: 'https', host: 'flags.example.com', waitedMs: 0 };
    expect(forwardedHeaders(claims, known, undefined)).toEqual({
      accept: '*/*',
      'x-forwarded-for': '9.9.9.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'flags.example.com',
      'x-request-id': 'request-1',
    });
    expect(forwardedHeaders(claims, known, 2, 'true')).toMatchObject({
      'x-forwarded-secret': 'true',
      'content-length': '2',
    });
  });

  it('hold the prefix that a proxy in front has taken away', () => {
    const known = { id: 'request-1', ip: '9.9.9.9', protocol: 'https', host: 'flags.example.com', waitedMs: 0 };
    expect(forwardedHeaders({ 'x-forwarded-prefix': '/flags' }, known, undefined)).toMatchObject({
      'x-forwarded-prefix': '/flags',
    });
  });
});

describe('replicas', () => {
  const replicasOf = (...urls: string[]) => {
    const replicas = new Replicas(urls, 2);
    return { replicas, next: (now: number) => replicas.enter(now)?.url };
  };

  it('take turns', () => {
    const { next } = replicasOf('a', 'b');
    expect([next(0), next(0), next(0)]).toEqual(['a', 'b', 'a']);
  });

  it('are skipped for a second after a failure, unless none is left', () => {
    const { replicas } = replicasOf('a', 'b');
    const next = (now: number) => {
      const place = replicas.enter(now);
      place?.leave();
      return place?.url;
    };
    replicas.failed('a', 0);
    expect([next(500), next(500)]).toEqual(['b', 'b']);
    replicas.failed('b', 500);
    expect(next(600)).toBe('a');
    expect([next(2_000), next(2_000)].toSorted()).toEqual(['a', 'b']);
  });

  it('with as many requests under way as there may be are skipped, even for one that failed; then none is left', () => {
    const { replicas, next } = replicasOf('a', 'b');
    const place = replicas.enter(0);
    expect([next(0), next(0)]).toEqual(['b', 'a']);
    replicas.failed('b', 0);
    expect([next(500), next(500)]).toEqual(['b', undefined]);
    place?.leave();
    place?.leave();
    expect([next(500), next(500)]).toEqual(['a', undefined]);
  });
});
