import { DIFFERENT, levelOf } from '@burgee/api-gateway/routes';
import { verbsFor } from '@burgee/contracts/wire';
import { sharedCluster, TestClient } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Line, TABLE } from '../security/authorization-table.js';
import { type Operation, OpenApi } from '../security/open-api.js';

const { url } = sharedCluster();

const nameOf = ({ method, path }: Pick<Line, 'method' | 'path'>) => `${method} ${path}`;
const isOfrep = ({ path }: Line) => path.startsWith('/ofrep/');
const isUnleash = ({ path }: Line) => path.startsWith('/unleash/api/');
const isSdk = (line: Line) => line.path.startsWith('/api/v1/') || isOfrep(line) || isUnleash(line);
const isRead = ({ method }: Line) => method === 'GET';

/** The statuses that follow from what authorization-table.ts says of a route. */
function impliedStatuses(line: Line): string[] {
  return [
    '400',
    '408',
    '431',
    ...(line.access === 'public' ? [] : ['401']),
    ...(!['public', 'any-session'].includes(line.access) || (!isSdk(line) && !isRead(line)) ? ['403'] : []),
    ...(line.path.includes(':') || ['instance-owner', 'administrator'].includes(line.access) ? ['404'] : []),
    ...(isRead(line) ? [] : ['413', '415']),
    '429',
    ...(isSdk(line) ? [] : ['421']),
    '503',
  ];
}

function schemesOf(line: Line): string[] {
  const { access, path } = line;
  if (access === 'public') return [];
  if (access !== 'sdk-key') return verbsFor(access, line.method, path) ? ['session', 'token'] : ['session'];
  if (path.endsWith('/events')) return ['eventToken'];
  if (isOfrep(line)) return ['sdkKey', 'apiKey', 'bearer'];
  if (isUnleash(line)) return ['sdkKey', 'apiKey', 'bearer', 'bareKey'];
  return path.endsWith('/stream') ? ['sdkKey', 'ticket'] : ['sdkKey'];
}

describe('the OpenAPI document', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = new OpenApi((await new TestClient(url).get('/openapi.json')).body);
  });
  const operationOf = (line: Line): Operation =>
    api.operations.find((one) => one.method === line.method && one.path === line.path.replace(/:(\w+)/g, '{$1}'))!;

  it('has exactly the operations of the authorization table', () => {
    const described = api.operations.map(({ method, path }) => nameOf({ method: method as 'GET', path }));
    expect(described.toSorted()).toEqual(TABLE.map((line) => nameOf(line).replace(/:(\w+)/g, '{$1}')).toSorted());
  });

  it('gives every operation a name of its own, which is no class and no path', () => {
    const ids = api.operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id) || /controller/i.test(id))).toEqual([]);
  });

  it('does not rename the operations that generated clients call', () => {
    const ids = new Set(api.operations.map(({ operationId }) => operationId));
    const used =
      'register signIn signOut createProject listFlags createFlag toggleFlag updateFlagValue deleteFlag fetchFlags';
    expect(used.split(' ').filter((id) => !ids.has(id))).toEqual([]);
  });

  it.each(TABLE.map((line) => [nameOf(line), line] as const))('%s documents every refusal it implies', (_, line) => {
    const { responses } = operationOf(line);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining([String(line.status), ...impliedStatuses(line)]));
    const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    for (const [status, { content, headers }] of refusals) {
      const [problem, { properties }] = content!['application/problem+json']!.schema.allOf as [object, any]; // oxlint-disable-line typescript/no-explicit-any
      expect(problem).toEqual({ $ref: '#/components/schemas/Problem' });
      expect(properties.code.enum.length).toBeGreaterThan(0);
      expect(Boolean(headers?.['Retry-After'])).toBe(['429', '503'].includes(status));
    }
  });

  it.each(TABLE.map((line) => [nameOf(line), line] as const))('%s documents who may call it', (_, line) => {
    const schemes = operationOf(line).security.flatMap((one) => Object.keys(one));
    expect(schemes).toEqual(schemesOf(line));
  });

  it('has an operation for each line of the table of levels, which says what differs from the rule', () => {
    const lines = DIFFERENT.map(([method, path, level]) => {
      const found = api.operations.filter((one) => one.method === method && path.test(one.path));
      const byRule = method === 'GET' ? 'read' : 'write';
      return { line: `${method} ${path.source}`, operations: found.length, isNeeded: level !== byRule };
    });
    expect(lines.filter(({ operations, isNeeded }) => operations === 0 || !isNeeded)).toEqual([]);
    const levels = api.operations.map((one) =>
      DIFFERENT.filter(([method, path]) => one.method === method && path.test(one.path)),
    );
    expect(levels.filter((found) => found.length > 1)).toEqual([]);
    const mayWait = api.operations.filter((one) => one.queryParameters.some(({ name }) => name === 'wait'));
    const waits = api.operations.filter((one) => levelOf(one.method, `${one.path}?wait=applied`) === 'wait');
    expect(waits.filter(({ path }) => path !== '/api/operations')).toEqual(mayWait);
  });

  it('gives every dashboard route without a session the level public', () => {
    const open = TABLE.filter(({ access, path }) => access === 'public' && !path.startsWith('/api/v1/'));
    const levels = open.map((line) => `${nameOf(line)}: ${levelOf(line.method, line.path)}`);
    expect(levels.filter((level) => !level.endsWith(': public'))).toEqual([]);
  });

  it('gives every text that a caller sends in a body or a query a greatest length', () => {
    const unbounded = api.operations.flatMap((operation) =>
      [...operation.queryParameters, ...api.textsOf(operation.bodySchema)]
        .filter(({ schema }) => [schema.type].flat().includes('string'))
        .filter(({ schema: { maxLength, format, enum: values } }) => !maxLength && !format && !values)
        .map(({ name }) => `${operation.operationId} ${name}`),
    );
    expect(unbounded).toEqual([]);
  });
});
