import { describe, expect, it } from '@jest/globals';
import { extraTimeOf, hasDotSegment, levelOf, routeTo, silentAtMost } from './routes.js';

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
    ['/api/notices', 'flags-admin'],
    ['/api/switch-off/x', 'flags-admin'],
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

describe('the level of a request', () => {
  it.each([
    ['GET', '/api/projects', 'read'],
    ['HEAD', '/api/projects/1/export', 'bulk'],
    ['GET', '/api/projects/1/%65xport', 'bulk'],
    ['GET', '/api/projects/1/export?environments=a', 'bulk'],
    ['POST', '/api/projects/1/%69mport?dry_run=true', 'import'],
    ['POST', '/api/environments/1/changes', 'bulk'],
    ['POST', '/api/environments/1/explain', 'read'],
    ['PATCH', '/api/flags/1/environments/2/toggle', 'write'],
    ['PATCH', '/api/flags/1/environments/2/toggle?wait=applied', 'wait'],
    ['PATCH', '/api/flags/1/environments/2?a=b&w%61it=applied&timeout=60s', 'wait'],
    ['POST', '/api/projects/1/promote?wait=applied', 'wait'],
    ['POST', '/api/projects?wait=applied', 'write'],
    ['GET', '/api/operations', 'wait'],
    ['POST', '/api/auth/login', 'public'],
    ['POST', '/api/auth/password', 'public'],
    ['POST', '/api/projects/%', 'write'],
  ])('%s %s: %s', (method, url, level) => expect(levelOf(method, url)).toBe(level));
});

describe('how much longer a change may take', () => {
  it.each([
    ['/api/flags/1', 0],
    ['/api/flags/1?wait=other', 0],
    ['/api/flags/wait=applied', 0],
    ['/api/flags/1?await=applied', 0],
    ['/api/flags/1?timeout=60s', 0],
    ['/api/flags/1?wait=applied', 5_000],
    ['/api/flags/1?wait=applied&timeout=60s', 60_000],
    ['/api/flags/1?timeout=250ms&wait=applied', 250],
    ['/api/flags/1?wait=applied&timeout=99999s', 60_000],
    ['/api/flags/1?wait=applied&timeout=soon', 5_000],
  ])('%s: %d ms', (url, milliseconds) => expect(extraTimeOf(url)).toBe(milliseconds));
});

describe('how long a service may be silent', () => {
  it.each([
    ['GET', '/api/auth/me', 2_000],
    ['GET', '/api/projects/1/events', 2_000],
    ['PATCH', '/api/flags/1/environments/2/toggle', 2_000],
    ['PATCH', '/api/flags/1/environments/2/toggle?wait=applied&timeout=60s', 70_000],
    ['POST', '/api/auth/login', 10_000],
    ['POST', '/api/auth/register', 10_000],
    ['POST', '/api/environments/1/changes', 10_000],
    ['GET', '/api/operations', 10_000],
    ['POST', '/api/projects/1/import', 60_000],
  ])('%s %s: %d ms', (method, url, milliseconds) => expect(silentAtMost(levelOf(method, url), url)).toBe(milliseconds));

  it('an SDK gateway, which queues requests itself, 10 s', () =>
    expect(silentAtMost(undefined, '/api/v1/flags')).toBe(10_000));
});
