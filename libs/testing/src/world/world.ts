import { mkdtempSync, chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EngineOptions,
  type Engines,
  makeSecrets,
  migrate,
  programsDir,
  type Secrets,
  silently,
  startEngines,
  stopEngines,
} from '@burgee/launcher';
import { type House, startHouse } from './house.js';

/** Migrated once; a spec that needs a database of its own gets a copy. */
export const TEMPLATE_DATABASE = 'burgee_template';
export const HOUSE_DATABASE = 'burgee';

/** Where tests find what was started for all of them. */
export interface WorldAddresses {
  root: string;
  dataDir: string;
  /** The public address of the shared house. */
  url: string;
  services: Record<string, { url: string; opsUrl: string; pid: number }>;
  postgresUrl: string;
  redisUrls: Record<string, string>;
  natsUrls: Record<string, string>;
  secrets: Secrets;
}

export interface World {
  addresses: WorldAddresses;
  stop: () => Promise<void>;
}

/** Test engines keep nothing beyond a run, so they need not wait for the disk. */
const FAST_POSTGRES = ['fsync=off', 'full_page_writes=off'];

export interface PrivateEngines {
  engines: Engines;
  secrets: Secrets;
  dataDir: string;
  stop: () => Promise<void>;
}

/** Real engines in a folder of their own under the system's temporary one; `stop` leaves nothing behind. */
export async function startPrivateEngines(
  root: string,
  settings: Pick<EngineOptions, 'postgresSettings' | 'redisSettings'> = {},
): Promise<PrivateEngines> {
  const dataDir = mkdtempSync(join(tmpdir(), 'burgee-test-'));
  chmodSync(dataDir, 0o755);
  const secrets = makeSecrets();
  const engines = await startEngines({
    dataDir,
    programsDir: programsDir(root),
    secrets,
    restart: false,
    report: silently,
    warn: (message) => console.warn(message),
    external: {},
    ...settings,
    postgresSettings: [...FAST_POSTGRES, ...(settings.postgresSettings ?? [])],
  });
  const stop = async () => {
    await stopEngines(engines);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { engines, secrets, dataDir, stop };
}

const APPS = ['auth', 'flags-admin', 'sdk-gateway', 'audit'];

function addressesOf(root: string, { engines, secrets, dataDir }: PrivateEngines, house: House): WorldAddresses {
  const urls = (engine: keyof Engines) => Object.fromEntries(APPS.map((app) => [app, engines[engine].urlFor(app)]));
  const services = Object.values(house.services).map(({ name, url, opsUrl, process }) => [
    name,
    { url, opsUrl, pid: process.pid },
  ]);
  return {
    root,
    dataDir,
    url: house.url,
    services: Object.fromEntries(services),
    postgresUrl: engines.postgres.url,
    redisUrls: urls('redis'),
    natsUrls: urls('nats'),
    secrets,
  };
}

/** The engines, the template database and a house with two SDK gateways, shared by all tests of a run. */
export async function startWorld(root: string): Promise<World> {
  const own = await startPrivateEngines(root);
  try {
    const template = new URL(own.engines.postgres.url);
    template.pathname = `/${TEMPLATE_DATABASE}`;
    await migrate(root, template.href, own.secrets);
    const house = await startHouse({ root, ...own, database: HOUSE_DATABASE, sdkGateways: 2 });
    const stop = async () => {
      await house.stop();
      await own.stop();
    };
    return { addresses: addressesOf(root, own, house), stop };
  } catch (error) {
    await own.stop();
    throw error;
  }
}

/** What the run was given. */
export function world(): WorldAddresses {
  const text = process.env.BURGEE_TEST_WORLD;
  if (!text) throw new Error('There is no world to test in. Run the tests with npm test.');
  return JSON.parse(text) as WorldAddresses;
}
