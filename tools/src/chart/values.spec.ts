import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { CHART, chartFiles } from './chart-files.js';
import { parseManifests } from './parse-manifests.js';
import { COMPONENTS } from './component-schemas.js';
import { CONTROLLERS } from './controllers.js';
import { renderCases, renderControllers, sourcesLine } from './render-chart.js';
import type { Schema } from './schema-parts.js';

type Values = Record<string, unknown>;

const read = (name: string) => readFileSync(join(CHART, name), 'utf8');
const values = parse(read('values.yaml')) as Values;
const schema = JSON.parse(read('values.schema.json')) as Schema;
const isValid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const part = (one: Schema | undefined, key: string) => (one?.properties as Record<string, Schema> | undefined)?.[key];

/** The paths of all keys whose maps take no others. */
function closedPaths(one: Schema, path: string[] = []): string[][] {
  const properties = Object.entries((one.properties ?? {}) as Record<string, Schema>);
  return properties.flatMap(([key, inner]) => [[...path, key], ...closedPaths(inner, [...path, key])]);
}

const schemaAt = (path: string[]) => path.reduce<Schema | undefined>(part, schema);
const nested = (path: readonly string[], value: unknown): unknown =>
  path.length === 0 ? value : { [path[0] ?? '']: nested(path.slice(1), value) };

/** The paths of all keys of values.yaml, down to where their maps are open. */
function pathsOf(map: Values, path: string[] = []): string[][] {
  return Object.entries(map).flatMap(([key, value]) => {
    const own = [...path, key];
    const isClosed = schemaAt(own)?.additionalProperties === false;
    return isClosed && isMap(value) ? [own, ...pathsOf(value, own)] : [own];
  });
}

describe('the files of the chart that are made from others', () => {
  it.each(Object.entries(chartFiles()))(
    '%s is as it is made; if not: node tools/dist/deploy/write-engine-files.js',
    (path, text) => {
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );
});

describe('values.schema.json', () => {
  it('takes values.yaml and every set of values that the chart is rendered with', () => {
    for (const one of [values, ...renderCases('.').map((other) => parse(readFileSync(other.values, 'utf8')))]) {
      isValid(one);
      expect(isValid.errors).toBeNull();
    }
  });

  it('knows every key of values.yaml', () => {
    expect(pathsOf(values).filter((path) => schemaAt(path) === undefined)).toEqual([]);
  });

  it('knows no key that values.yaml does not have, but for settings, and what each service may say for itself', () => {
    const own = new Set(['common', ...Object.keys(COMPONENTS)]);
    const present = new Set(pathsOf(values).map(String));
    const missing = closedPaths(schema).filter(
      ([top = '', second, third]) =>
        !present.has(String([top, ...(second ? [second] : []), ...(third ? [third] : [])])) &&
        second !== 'env' &&
        second !== 'references' &&
        !(own.has(top) && (present.has(`common,${second}`) || third !== undefined)) &&
        top !== 'global',
    );
    expect(missing).toEqual([]);
  });

  const paths = closedPaths(schema);

  it('refuses every key with a letter too many, wherever it is', () => {
    expect(paths.length).toBeGreaterThan(300);
    const accepted = paths.filter((path) => {
      const last = path.at(-1) ?? '';
      return isValid(nested([...path.slice(0, -1), `${last}x`], 1));
    });
    expect(accepted).toEqual([]);
  });

  it.each([
    ['db:5432/burgee?sslmode=require', true],
    ['/burgee?host=/cloudsql/p:r:i', true],
    ['db:5432', false],
    ['user@db:5432/burgee', false],
  ])('takes an address of Postgres without a user: %s, %p', (address, expected) =>
    expect(isValid({ databaseExternal: { address } })).toBe(expected),
  );

  it('takes the settings of a service; refuses foreign settings, settings that the chart sets and bad values', () => {
    const takes = (key: string, env: object) => isValid({ [key]: { env } });
    expect(takes('sdkGateway', { STREAMS_AT_MOST: 30_000, OFREP: 'off' })).toBe(true);
    expect(takes('auth', { REGISTRATION: 'invite', LOG_LEVEL: null })).toBe(true);
    expect(takes('common', { LOG_LEVEL: 'debug' })).toBe(true);
    expect(takes('auth', { STREAMS_AT_MOST: 30_000 })).toBe(false);
    expect(takes('sdkGateway', { PORT: 80 })).toBe(false);
    expect(takes('sdkGateway', { DATABASE_URL: 'postgres://x' })).toBe(false);
    expect(takes('auth', { PASSWORD_PEPPER: 'in plain sight' })).toBe(false);
    expect(takes('auth', { REGISTRATION: 'everybody' })).toBe(false);
    // What `off` without quotes is to Helm.
    expect(takes('sdkGateway', { OFREP: false })).toBe(false);
  });
});

it('Chart.yaml has the version of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

it('the chart runs the same engine images as docker-compose.yml', () => {
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
    services: Record<string, { image: string }>;
  };
  const { devEngines } = values as { devEngines: Record<string, { image: string }> };
  for (const name of ['postgres', 'redis', 'nats']) expect(devEngines[name]?.image).toBe(services[name]?.image);
});

describe('the Ingress of', () => {
  const LONGEST_STREAM_SECONDS = 2_700 * 1.2;
  const text = readFileSync('tools/fixtures/chart/controllers.yaml', 'utf8');
  const parts = text
    .split(/^# controller: /m)
    .slice(1)
    .map((part) => [part.split('\n', 1)[0] ?? '', part] as const);

  it('has a page for every controller, rendered from the current sources', () => {
    expect(parts.map(([name]) => name)).toEqual(CONTROLLERS);
    expect(text.split('\n', 1)[0]).toBe(sourcesLine('.', renderControllers('.')));
  });

  it.each(parts.filter(([name]) => !['', 'traefik'].includes(name)))(
    '%s gives a stream the time that it may take',
    (_name, part) => {
      const limits = [
        ...part.matchAll(
          /time-?out[\w.-]*?"?: "?(\d+|infinity)(h?)|idle_timeout.timeout_seconds=(\d+)|timeoutSec: (\d+)/g,
        ),
      ];
      expect(limits.length).toBeGreaterThan(0);
      for (const [, limit, hours, idle, total] of limits) {
        const seconds = limit === 'infinity' ? Infinity : Number(limit ?? idle ?? total) * (hours === 'h' ? 3_600 : 1);
        expect(seconds).toBeGreaterThanOrEqual(LONGEST_STREAM_SECONDS);
      }
    },
  );

  it.each(parts.filter(([name]) => name.startsWith('nginx')))('%s holds no event back', (_name, part) => {
    expect(part).toMatch(/proxy-buffering: "(off|false)"/);
  });
});

it('the chart makes no Secret', () => {
  const kinds = renderCases('.').flatMap(({ golden }) =>
    parseManifests(readFileSync(golden, 'utf8')).map(({ kind }) => kind),
  );
  expect(kinds).not.toContain('Secret');
});
