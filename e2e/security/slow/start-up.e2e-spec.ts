import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, makeSecrets } from '@burgee/launcher';
import { sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';

const { url, root, secrets, natsUrls, redisUrls, postgresUrl } = sharedCluster();

interface Ended {
  code: number;
  output: string;
}

/** Runs a program and its words to its end with nothing in its environment but this. */
function run(file: string, env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const [program = '', ...words] = file.split(' ');
    execFile(process.execPath, [join(root, program), ...words], { env, timeout: 45_000 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout + stderr });
    });
  });
}

// One port for both, so that a service that came through would not run for long.
const PLACE = { PORT: '1', OPS_PORT: '1', NODE_ENV: 'production' };

const GOOD: Record<string, Record<string, string>> = {
  'apps/auth/dist/main.js': {
    DATABASE_URL: postgresUrl,
    REDIS_URL: redisUrls.auth!,
    NATS_URL: natsUrls.auth!,
    SESSION_PRIVATE_KEY: secrets.SESSION_PRIVATE_KEY,
    SESSION_PUBLIC_KEY: secrets.SESSION_PUBLIC_KEY,
    PASSWORD_PEPPER: secrets.PASSWORD_PEPPER,
  },
  'apps/flags-admin/dist/main.js': {
    DATABASE_URL: postgresUrl,
    REDIS_URL: redisUrls['flags-admin']!,
    NATS_URL: natsUrls['flags-admin']!,
    SESSION_PUBLIC_KEY: secrets.SESSION_PUBLIC_KEY,
    SDK_KEY_SECRET: secrets.SDK_KEY_SECRET,
  },
  'apps/audit/dist/main.js': {
    DATABASE_URL: postgresUrl,
    DATABASE_URL_MAINTENANCE: postgresUrl,
    NATS_URL: natsUrls.audit!,
    SESSION_PUBLIC_KEY: secrets.SESSION_PUBLIC_KEY,
  },
  'apps/usage/dist/main.js': {
    DATABASE_URL: postgresUrl,
    NATS_URL: natsUrls.usage!,
    SESSION_PUBLIC_KEY: secrets.SESSION_PUBLIC_KEY,
  },
  'apps/sdk-gateway/dist/main.js': {
    DATABASE_URL: postgresUrl,
    REDIS_URL: redisUrls['sdk-gateway']!,
    NATS_URL: natsUrls['sdk-gateway']!,
    STREAM_TICKET_SECRET: secrets.STREAM_TICKET_SECRET,
    LAST_KNOWN_GOOD_DIR: '/dev/null/nowhere',
  },
  'apps/api-gateway/dist/main.js': {
    AUTH_URL: 'http://127.0.0.1:1',
    FLAGS_ADMIN_URL: 'http://127.0.0.1:1',
    AUDIT_URL: 'http://127.0.0.1:1',
    SDK_GATEWAY_URLS: 'http://127.0.0.1:1',
  },
  'apps/operator/dist/main.js migrate': {
    DATABASE_URL: postgresUrl,
    DATABASE_PASSWORD_AUTH: secrets.engines['postgres:auth']!,
    DATABASE_PASSWORD_FLAGS_ADMIN: secrets.engines['postgres:flags-admin']!,
    DATABASE_PASSWORD_SDK_GATEWAY: secrets.engines['postgres:sdk-gateway']!,
    DATABASE_PASSWORD_AUDIT: secrets.engines['postgres:audit']!,
    DATABASE_PASSWORD_AUDIT_MAINTENANCE: secrets.engines['postgres:audit-maintenance']!,
    DATABASE_PASSWORD_USAGE: secrets.engines['postgres:usage']!,
  },
};

/** Lines of a log without a stack; the last says why the process ends. */
function expectLog(output: string, body: string, detail: string): void {
  const lines = output.trim().split('\n');
  // The final line is written synchronously, so an earlier line may come after it.
  const fatal = lines.filter((line) => (JSON.parse(line) as { severity_text: string }).severity_text === 'FATAL');
  expect(fatal).toHaveLength(1);
  expect(JSON.parse(fatal[0]!)).toMatchObject({ 'service.name': expect.any(String), body });
  expect(fatal[0]).toContain(detail);
  expect(output).not.toMatch(/"stacktrace"|\bat file:|\bat .*\.js:/);
}

const isSecret = (name: string) => /KEY$|SECRET$|PEPPER$|^DATABASE_PASSWORD_/.test(name);
const isPem = (name: string) => name.endsWith('_KEY');

const FILLERS = ['', 'change-me-change-me-change-me-change-me', 'a'.repeat(64)];

describe.each(Object.keys(GOOD))('%s', (file) => {
  const good = GOOD[file]!;

  it('S47 ends without any setting, and names every missing one', async () => {
    const { code, output } = await run(file, {});
    expect(code).toBeGreaterThan(0);
    for (const name of Object.keys(good)) expect(output).toContain(name);
  });

  const secretNames = Object.keys(good).filter(isSecret);
  if (secretNames.length > 0)
    it('S47 with nothing, a placeholder or one letter for secrets it ends, and names every one of them', async () => {
      const bad = Object.fromEntries(secretNames.map((name, index) => [name, FILLERS[index % FILLERS.length]!]));
      const { code, output } = await run(file, { ...PLACE, ...good, ...bad });
      expect(code).toBeGreaterThan(0);
      for (const name of secretNames) expect(output).toContain(name);
    });

  if (secretNames.some(isPem))
    it('S47 with PEMs that hold no key it ends, and names every one of them', async () => {
      const pems = secretNames.filter(isPem);
      const bad = Object.fromEntries(
        pems.map((name) => [name, '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----']),
      );
      const { code, output } = await run(file, { ...PLACE, ...good, ...bad });
      expect(code).toBeGreaterThan(0);
      for (const name of pems) expect(output).toContain(name);
    });

  it('S47 an error about a bad setting does not leak good ones', async () => {
    const { code, output } = await run(file, { ...good, PORT: 'no port', DATABASE_URL: 'no url', AUTH_URL: 'no url' });
    expect(code).toBeGreaterThan(0);
    for (const name of secretNames) expect(output).not.toContain(good[name]);
  });
});

const services = Object.keys(GOOD).filter((file) => file.endsWith('/main.js'));

/** No address, number, choice, certificate, key, or list; too short for a secret. */
const WRONG = 'hunter2 /@';
/** Any text is right. */
const FREE = new Set(['REDIS_SENTINEL_PASSWORD']);
/** Any text but none. */
const FOLDERS = new Set(['LAST_KNOWN_GOOD_DIR']);

it.each(services)('S26 %s with every setting wrong names each in its log, without its value', async (file) => {
  const { SETTINGS } = (await import(join(root, file.replace('main.js', 'config.js')))) as { SETTINGS: object };
  const names = Object.keys(SETTINGS).filter((name) => !FREE.has(name));
  const { code, output } = await run(
    file,
    Object.fromEntries(names.map((name) => [name, FOLDERS.has(name) ? '' : WRONG])),
  );
  expect(code).toBeGreaterThan(0);
  expectLog(output, 'settings are missing or wrong', names[0]!);
  expect(Object.keys(JSON.parse(output).settings).toSorted()).toEqual(names.toSorted());
  expect(output).not.toContain('hunter2');
});

it.each([
  ['sdk-gateway', 'PORT'],
  ['audit', 'PORT'],
  ['audit', 'OPS_PORT'],
])('%s with a %s that is taken ends, and logs why', async (app, name) => {
  const file = `apps/${app}/dist/main.js`;
  const folder = mkdtempSync(join(tmpdir(), 'burgee-start-'));
  const ports = { PORT: String(await freePort()), OPS_PORT: String(await freePort()), [name]: new URL(url).port };
  const { code, output } = await run(file, {
    ...GOOD[file],
    LAST_KNOWN_GOOD_DIR: folder,
    LOG_LEVEL: 'error',
    ...ports,
  });
  rmSync(folder, { recursive: true });
  expect(code).toBeGreaterThan(0);
  expectLog(output, 'cannot listen', 'EADDRINUSE');
});

it.each(['/dev/null/nowhere', '/proc/burgee/nowhere'])(
  'sdk-gateway with a folder that it cannot make ends, and logs why: %s',
  async (folder) => {
    const file = 'apps/sdk-gateway/dist/main.js';
    const { code, output } = await run(file, { ...PLACE, ...GOOD[file], LAST_KNOWN_GOOD_DIR: folder });
    expect(code).toBeGreaterThan(0);
    expectLog(output, 'settings are missing or wrong', 'LAST_KNOWN_GOOD_DIR');
    expect(output).not.toContain('nowhere');
  },
);

describe('the session keys of auth', () => {
  it.each([
    ['the halves of two pairs', { SESSION_PUBLIC_KEY: makeSecrets().SESSION_PUBLIC_KEY }],
    ['the public half twice', { SESSION_PRIVATE_KEY: secrets.SESSION_PUBLIC_KEY }],
  ])('S47 with %s it ends and names both', async (_what, bad) => {
    const file = 'apps/auth/dist/main.js';
    const { code, output } = await run(file, { ...PLACE, ...GOOD[file], ...bad });
    expect(code).toBeGreaterThan(0);
    expectLog(output, 'settings are missing or wrong', 'SESSION_PRIVATE_KEY and SESSION_PUBLIC_KEY');
  });
});
