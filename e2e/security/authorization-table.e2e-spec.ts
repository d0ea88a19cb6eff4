import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import {
  EVERYWHERE,
  PAGE_FILES,
  PAGES,
  PASSED_ON,
  PASSED_ON_METHODS,
  type ServiceName,
  TABLE,
} from './authorization-table.js';

const { services, root } = sharedCluster();

const withHead = (path: string) => [`GET ${path}`, `HEAD ${path}`];

function expectedRoutes(service: ServiceName): string[] {
  const own = TABLE.filter((line) => line.service === service);
  const lines = own.flatMap(({ method, path }) => (method === 'GET' ? withHead(path) : [`${method} ${path}`]));
  const gateway =
    service === 'api-gateway'
      ? [...PAGES.flatMap(withHead), ...PASSED_ON.flatMap((path) => PASSED_ON_METHODS.map((one) => `${one} ${path}`))]
      : [];
  return [...lines, ...EVERYWHERE.flatMap(withHead), ...gateway].toSorted();
}

const isPageFile = (service: ServiceName, { method, path }: { method: string; path: string }) =>
  service === 'api-gateway' && ['GET', 'HEAD'].includes(method) && PAGE_FILES.test(path);

describe('the routes of the services', () => {
  it.each(Object.keys(services))('S2 %s has exactly the routes of the table', async (name) => {
    const service = name.replace(/-\d+$/, '') as ServiceName;
    const answer = await fetch(`${services[name]!.opsUrl}/routes`);
    const routes = (await answer.json()) as { method: string; path: string }[];
    const found = routes.filter((route) => !isPageFile(service, route)).map(({ method, path }) => `${method} ${path}`);
    expect(found.toSorted()).toEqual(expectedRoutes(service));
  });

  it('S2 docs/reference/authorization.md says the same', () => {
    const page = readFileSync(join(root, 'docs', 'reference', 'authorization.md'), 'utf8');
    const rows = [...page.matchAll(/^\| (GET|POST|PATCH|DELETE) +\| `([^`]+)` +\| ([\w-]+) +\| ([\w-]+) +\|$/gm)];
    const told = rows.map(([, method, path, service, access]) => `${method} ${path} ${service} ${access}`);
    const lines = TABLE.map(({ method, path, service, access }) => `${method} ${path} ${service} ${access}`);
    const health = EVERYWHERE.map((path) => `GET ${path} every-service public`);
    const pages = PAGES.map((path) => `GET ${path} api-gateway public`);
    expect(told.toSorted()).toEqual([...lines, ...health, ...pages].toSorted());
  });
});
