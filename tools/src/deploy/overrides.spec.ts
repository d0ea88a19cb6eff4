import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { documentedSettings } from './documented-settings.js';

type Services = Record<string, { environment?: Record<string, string | null>; extends?: { service: string } } | null>;

// Compose's own tags: what follows takes the place of what the first file says, or removes it.
const customTags = ['!override', '!reset'].flatMap((tag) =>
  (['map', 'seq', undefined] as const).map((collection) => ({
    tag,
    ...(collection && { collection }),
    resolve: (value: unknown) => value,
  })),
);

const servicesOf = (text: string) =>
  (parse(text, { merge: true, customTags: customTags as never }) as { services: Services }).services;

const base = servicesOf(readFileSync('docker-compose.yml', 'utf8'));
const documented = readFileSync('docs/operate/deploy.md', 'utf8') + readFileSync('.env.example', 'utf8');

/** The page has nothing of these. */
const OTHERS = new Set(['postgres', 'redis', 'nats', 'migrate']);
const settingsOf = (app: string) => (OTHERS.has(app) ? [] : documentedSettings(app).map(({ name }) => name));

const environmentOf = (services: Services, name: string) => Object.keys(services[name]?.environment ?? {});
const override = (name: string) => servicesOf(readFileSync(`deploy/compose.${name}.yml`, 'utf8'));
const external = override('external');
const replicas = override('replicas');
/** The service of docker-compose.yml that this is, or is a replica of. */
const appOf = (service: string) => replicas[service]?.extends?.service ?? service;

/** Of compose, these are the same for all: the image says which addresses its processes listen on, and what it is made of. */
const FIXED = new Set(['HOST', 'OPS_HOST', 'BURGEE_COMMIT', 'FIRST_ACCOUNT_ADMINISTERS']);
/** The engines of docker-compose.yml need none of these. */
const OF_OTHER_ENGINES = /^DATABASE_URL_DIRECT$|_(CA|CERT|KEY|SENTINEL_PASSWORD|CREDS|NKEY)$/;

describe.each(['auth', 'flags-admin', 'sdk-gateway', 'audit', 'usage', 'api-gateway'])(
  'every documented setting reaches',
  (app) => {
    const settings = [...settingsOf('Every service'), ...settingsOf(app)].filter((name) => !FIXED.has(name));

    it(`${app} of docker-compose.yml, except the settings of external engines`, () => {
      const missing = settings.filter((name) => !environmentOf(base, app).includes(name));
      expect(missing.filter((name) => !OF_OTHER_ENGINES.test(name))).toEqual([]);
    });

    it(`${app} with engines of one's own`, () => {
      const given = new Set([...environmentOf(base, app), ...environmentOf(external, app)]);
      expect(settings.filter((name) => !given.has(name))).toEqual([]);
    });
  },
);

it('every documented setting reaches an edge of docker-compose.yml', () => {
  const settings = [...settingsOf('Every service'), ...settingsOf('edge')].filter((name) => !FIXED.has(name));
  expect(settings.filter((name) => !environmentOf(base, 'edge').includes(name))).toEqual([]);
});

describe.each(['replicas', 'external', 'ipv6', 'external-replicas'])('deploy/compose.%s.yml', (name) => {
  const text = readFileSync(`deploy/compose.${name}.yml`, 'utf8');
  const services = Object.entries(servicesOf(text));

  it('changes services that there are, or adds replicas of them', () => {
    const unknown = services.filter(([service]) => !(appOf(service) in base));
    expect(unknown).toEqual([]);
  });

  it('sets what those services know', () => {
    for (const [service, own] of services) {
      const app = appOf(service);
      const known = [...settingsOf('Every service'), ...settingsOf(app), ...environmentOf(base, app)];
      if (app === 'migrate') known.push('DATABASE_CA', 'DATABASE_CERT', 'DATABASE_KEY');
      expect(known).toEqual(expect.arrayContaining(Object.keys(own?.environment ?? {})));
    }
  });

  it('names no variable that docs/operate/deploy.md does not', () => {
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, variable = '']) => variable);
    const passedOn = services.flatMap(([, own]) =>
      Object.entries(own?.environment ?? {}).flatMap(([variable, value]) => (value === null ? [variable] : [])),
    );
    expect([...used, ...passedOn].filter((variable) => !new RegExp(`\\b${variable}\\b`).test(documented))).toEqual([]);
  });

  it('brings no image', () => expect(text).not.toMatch(/^\s*image:/m));

  it('is in docs/operate/deploy.md', () => expect(documented).toContain(`deploy/compose.${name}.yml`));
});

it('lists every role that connects through the pooler of your own Postgres', () => {
  const addresses = Object.values(external).flatMap((own) => Object.values(own?.environment ?? {}));
  const through = addresses.filter((value) => value?.includes('@${POSTGRES_ADDRESS:'));
  const roles = new Set(
    through.map((value) => new URL(value?.replaceAll(/\$\{\w+(?=[:}])[^}]*\}/g, 'x') ?? '').username),
  );
  expect(roles.size).toBeGreaterThan(3);
  const section = documented.split('\n## ').find((text) => text.startsWith('PgBouncer\n')) ?? '';
  expect([...roles].filter((role) => !section.includes(`\`${role}\``))).toEqual([]);
});

it("a second SDK gateway has one's own engines as the first", () => {
  const { depends_on, networks, environment } = Object(external['sdk-gateway']);
  expect(override('external-replicas')).toEqual({ 'sdk-gateway-2': { depends_on, networks, environment } });
});
