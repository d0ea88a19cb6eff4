import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { freePort, ManagedProcess } from '@burgee/launcher';
import { eventually, installNode22, installPackages } from '@burgee/testing';
import pg from 'pg';
import { fetchJson } from '../fetch-json.js';
import { ROOT } from '../start/settings.js';

const PACKAGES = ['unleash-server@8.2.0'];
const DATABASE = 'unleash';
const READY_WITHIN_MILLISECONDS = 60_000;
/** What it makes in an empty database. */
const [USERNAME, PASSWORD, ENVIRONMENT] = ['admin', 'unleash4all', 'development'];
const FLAG = 'flag-000';
const DAY_MILLISECONDS = 86_400_000;
const UNLIMITED = '1000000000';

/** A server of Unleash with one flag, on a database of its own. */
export interface Unleash {
  pid: number;
  url: string;
  environment: string;
  flag: string;
  /** Calls the admin API as an administrator. @returns the JSON of the answer @throws when it is not 2xx */
  call: (method: string, path: string, content: object) => Promise<unknown>;
  /** Of the admin API, and of the client API of the environment. */
  issueTokens: () => Promise<{ admin: string; client: string }>;
  /** @throws when it does not answer 200 */
  toggle: (isEnabled: boolean) => Promise<void>;
  stop: () => Promise<void>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** One request at a time on a kept connection. @returns the cookies of the answer @throws when it is not 2xx */
function post(url: string, cookie: string, content: object): Promise<string> {
  const body = JSON.stringify(content);
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (Math.floor((response.statusCode ?? 0) / 100) !== 2)
          return reject(new Error(`POST ${url} answered ${response.statusCode}`));
        resolve((response.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]).join('; '));
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function createDatabase(postgresUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`create database ${DATABASE}`);
  await client.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${DATABASE}`;
  return url.href;
}

async function issueTokens(call: Unleash['call']): Promise<{ admin: string; client: string }> {
  const expiresAt = new Date(Date.now() + DAY_MILLISECONDS).toISOString();
  const admin = await call('POST', '/api/admin/user/tokens', { description: 'bench', expiresAt });
  const asked = { tokenName: 'bench', type: 'client', environment: ENVIRONMENT, projects: ['*'] };
  const client = await call('POST', '/api/admin/api-tokens', asked);
  return { admin: (admin as { secret: string }).secret, client: (client as { secret: string }).secret };
}

/** Installs Unleash outside of the lock file and starts it on the same Postgres, as it is run in production. */
export async function startUnleash(postgresUrl: string, logFile: string): Promise<Unleash> {
  const folder = join(ROOT, '.burgee', 'unleash');
  await installPackages(folder, PACKAGES);
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const process = new ManagedProcess(
    {
      name: 'Unleash',
      command: await installNode22(),
      args: [join(folder, 'node_modules', 'unleash-server', 'dist', 'server.js')],
      env: {
        NODE_ENV: 'production',
        DATABASE_URL: await createDatabase(postgresUrl),
        DATABASE_SSL: 'false',
        HTTP_HOST: '127.0.0.1',
        HTTP_PORT: String(port),
        CHECK_VERSION: 'false',
        SEND_TELEMETRY: 'false',
        // Both count reads of SDKs, and end a measurement after some seconds.
        SDK_API_RATE_LIMIT_PER_MINUTE: UNLIMITED,
        TOKEN_AUTHENTICATION_RATE_LIMIT_PER_MINUTE: UNLIMITED,
        LOG_LEVEL: 'info',
      },
      logFile,
      stopSignal: 'SIGTERM',
      ready: () =>
        eventually(async () => {
          const { ok } = await fetch(`${base}/health`);
          if (!ok) throw new Error('Unleash is not ready.');
        }, READY_WITHIN_MILLISECONDS),
    },
    { restart: false },
  );
  await process.start();
  const cookie = await post(`${base}/auth/simple/login`, '', { username: USERNAME, password: PASSWORD });
  const call: Unleash['call'] = (method, path, content) =>
    fetchJson(base + path, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
  const features = `${base}/api/admin/projects/default/features`;
  await post(features, cookie, { name: FLAG, type: 'release' });
  const place = `${features}/${FLAG}/environments/${ENVIRONMENT}`;
  await post(`${place}/strategies`, cookie, { name: 'default' });
  return {
    pid: process.pid,
    url: base,
    environment: ENVIRONMENT,
    flag: FLAG,
    call,
    issueTokens: () => issueTokens(call),
    toggle: async (isEnabled) => void (await post(`${place}/${isEnabled ? 'on' : 'off'}`, cookie, {})),
    stop: () => process.stop(),
  };
}
