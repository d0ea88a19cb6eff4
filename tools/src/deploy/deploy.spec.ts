import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { NATS_PERMISSIONS, REDIS_PERMISSIONS } from '@burgee/contracts/wire';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Engine, type EngineName, makeSecrets, serviceSpecs } from '@burgee/launcher';
import { passwordVariable, secretVariables } from '@burgee/launcher/secrets';
import { parse } from 'yaml';
import { engineFiles } from './engine-files.js';
import { UPGRADE, writeEnvFile } from './env-file.js';

interface ComposeService {
  image: string;
  environment: Record<string, string | number | null>;
  ports?: string[];
  networks?: string[];
  profiles?: string[];
  volumes?: string[];
  healthcheck?: unknown;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const composeText = read('docker-compose.yml');
const services = (parse(composeText, { merge: true }) as { services: Record<string, ComposeService> }).services;
const environmentOf = (service: string) => services[service]?.environment ?? {};
const secretNames = Object.keys(secretVariables(makeSecrets()));

/** The settings that the launcher gives each service, by app. */
function launcherSpecs() {
  const engine = (name: EngineName): Engine => ({
    name,
    url: `${name}://x/burgee`,
    urlFor: (app) => `${name}://${app}:x@x`,
  });
  const engines = { postgres: engine('postgres'), redis: engine('redis'), nats: engine('nats') };
  const ports = {
    gateway: 1,
    sdkGateways: [2],
    auth: 3,
    flagsAdmins: [4],
    audit: 5,
    usage: 11,
    ops: [6, 7, 8, 9, 10, 12],
  };
  return serviceSpecs({ engines, secrets: makeSecrets(), ports, database: 'burgee', dataDir: '/x', shared: {} });
}

describe('the configuration of the engines of docker-compose.yml', () => {
  it.each(Object.entries(engineFiles()))('%s is what the permissions of the launcher generate', (path, text) => {
    expect(read(path)).toBe(text);
  });

  it.each([
    ['redis', Object.keys(REDIS_PERMISSIONS)],
    ['nats', Object.keys(NATS_PERMISSIONS)],
  ])('%s gets the password of each of its users', (engine, users) => {
    expect(Object.keys(environmentOf(engine))).toEqual(
      expect.arrayContaining(users.map((user) => passwordVariable(engine, user))),
    );
  });
});

describe('docker-compose.yml', () => {
  it.each(launcherSpecs().map((spec) => [spec.app, spec.env] as const))(
    '%s gets every setting that the launcher gives it, as the same users',
    (app, env) => {
      const settings = environmentOf(app);
      // NODE_ENV is part of the image.
      expect(Object.keys(settings)).toEqual(
        expect.arrayContaining(Object.keys(env).filter((name) => name !== 'NODE_ENV')),
      );
      for (const name of ['DATABASE_URL', 'REDIS_URL', 'NATS_URL']) {
        if (!env[name]) continue;
        const engine = { DATABASE_URL: 'postgres', REDIS_URL: 'redis', NATS_URL: 'nats' }[name] ?? '';
        const { username, protocol } = new URL(env[name]);
        const password = `\${${passwordVariable(engine, app)}:?run npm run env}`;
        expect(settings[name]).toMatch(`${protocol}//${username}:${password}@${engine}:`);
      }
    },
  );

  it('gives no secret a default, and names the command that makes it', () => {
    const used = [...composeText.matchAll(/\$\{(\w+)(.*?)\}/g)].filter(([, name = '']) => secretNames.includes(name));
    expect(new Set(used.map(([, name]) => name))).toEqual(new Set(secretNames));
    expect(new Set(used.map(([, , rest]) => rest))).toEqual(new Set([':?run npm run env']));
  });

  it('publishes the two gateways, an edge, and no internal port', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port.split(':').at(-1)]),
    );
    expect(published).toEqual([
      ['sdk-gateway', String(environmentOf('sdk-gateway').PORT)],
      ['api-gateway', String(environmentOf('api-gateway').PORT)],
      ['edge', String(environmentOf('edge').PORT)],
    ]);
  });

  it('starts an edge only with its profile', () => {
    const asked = Object.entries(services).filter(([, { profiles }]) => profiles);
    expect(asked.map(([name, { profiles }]) => [name, profiles])).toEqual([['edge', ['edge']]]);
  });

  it('keeps an edge away from the engines, all services but the public ones, and their secrets', () => {
    const beside = Object.entries(services).filter(([, { networks }]) => networks?.includes('outside'));
    expect(services.edge?.networks).toEqual(['outside']);
    expect(beside.map(([name]) => name)).toEqual(['sdk-gateway', 'api-gateway', 'edge']);
    const secretsOf = (name: string) =>
      [...JSON.stringify(environmentOf(name)).matchAll(/\$\{(\w+):\?/g)].map(([, one]) => one);
    const others = new Set(Object.keys(services).flatMap((name) => (name === 'edge' ? [] : secretsOf(name))));
    expect(secretsOf('edge')).toEqual(['EDGE_TICKET_SECRET']);
    expect(others).not.toContain('EDGE_TICKET_SECRET');
  });

  it('checks the health of everything that stays', () => {
    const unchecked = Object.entries(services).filter(
      ([, { healthcheck }]) => !healthcheck || 'disable' in Object(healthcheck),
    );
    expect(unchecked.map(([name]) => name)).toEqual(['migrate']);
  });

  it('uses a NATS with every fix that 2.12.12 brought', () => {
    const [, major = 0, minor = 0, patch = 0] = (/:(\d+)\.(\d+)\.(\d+)/.exec(services.nats?.image ?? '') ?? []).map(
      Number,
    );
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(2_012_012);
  });

  it('and .env.example name the same variables', () => {
    const interpolated = [...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const passedOn = Object.values(services).flatMap(({ environment = {} }) =>
      Object.keys(environment).filter((name) => environment[name] === null),
    );
    const listed = [...read('.env.example').matchAll(/^(?:# )?([A-Z\d_]+)=$/gm)].map(([, name]) => name);
    expect(new Set(listed)).toEqual(new Set([...interpolated, ...passedOn]));
    expect(listed).toHaveLength(new Set(listed).size);
  });
});

describe('docs/operate/deploy.md, on upgrades', () => {
  const section =
    read('docs/operate/deploy.md')
      .split('\n## ')
      .find((text) => text.startsWith('Upgrade\n')) ?? '';

  it('builds and migrates before a service is stopped', () => expect(section).toContain(`git pull\n${UPGRADE}\n`));

  it('restarts every engine that reads a file of the repository', () => {
    const reading = Object.entries(services).filter(([, { volumes = [] }]) =>
      volumes.some((volume) => volume.startsWith('./')),
    );
    const restarted = /docker compose restart ([a-z ]+)`/.exec(section)?.[1]?.split(' ') ?? [];
    expect(restarted.toSorted()).toEqual(reading.map(([name]) => name).toSorted());
    for (const [, { volumes = [] }] of reading)
      for (const volume of volumes) expect(section).toContain(volume.split(':')[0]?.slice(2));
  });
});

describe('npm run env', () => {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-env-'));
  const file = join(folder, '.env');
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  beforeAll(() => writeEnvFile(file));
  afterAll(() => {
    log.mockRestore();
    rmSync(folder, { recursive: true });
  });

  it('makes every secret, each on one line, in a file only its owner reads', () => {
    const made = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(new Set(Object.keys(made))).toEqual(new Set(secretNames));
    for (const value of Object.values(made)) expect(value).toMatch(/^\S{32,}$|^-----BEGIN [A-Z ]+-----\\n[^\n]+$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('adds what a newer version needs to an existing file, and changes nothing else in it', () => {
    const whole = readFileSync(file, 'utf8');
    const older = whole.replace(/^FORWARDING_SECRET=.*\n/m, '').trimEnd();
    writeFileSync(file, older);
    writeEnvFile(file);
    expect(readFileSync(file, 'utf8')).toMatch(/\nFORWARDING_SECRET='\S{32,}'\n$/);
    expect(readFileSync(file, 'utf8').startsWith(`${older}\n`)).toBe(true);
    expect(log).toHaveBeenLastCalledWith(expect.stringContaining('FORWARDING_SECRET\n'));
    expect(log).toHaveBeenLastCalledWith(expect.stringContaining(UPGRADE));
  });

  it('keeps an existing file, unless it is forced', () => {
    const before = readFileSync(file, 'utf8');
    expect(() => writeEnvFile(file)).toThrow(/exists already/);
    expect(readFileSync(file, 'utf8')).toBe(before);
    writeEnvFile(file, { force: true });
    expect(readFileSync(file, 'utf8')).not.toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
