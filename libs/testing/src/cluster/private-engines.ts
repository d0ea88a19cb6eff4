import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EngineOptions,
  type Engines,
  guardFolder,
  makeSecrets,
  programsDir,
  redisAdministrator,
  type Secrets,
  silently,
  startEngines,
  stopEngines,
} from '@burgee/launcher';
import { FAST_POSTGRES, postgresTemplate } from './postgres-template.js';

export interface PrivateEngines {
  engines: Engines;
  secrets: Secrets;
  dataDir: string;
  /** Redis, as a user that may do anything. */
  redisAdminUrl: string;
  /** Postgres began as a copy of the template: its databases are migrated. */
  migrated: boolean;
  stop: () => Promise<void>;
}

/** Real engines in a folder of their own under the system's temporary one; `stop` leaves nothing behind. */
export async function startPrivateEngines(
  root: string,
  settings: Pick<EngineOptions, 'postgresSettings' | 'redisSettings'> = {},
): Promise<PrivateEngines> {
  const dataDir = mkdtempSync(join(tmpdir(), 'burgee-test-'));
  const release = guardFolder(dataDir);
  chmodSync(dataDir, 0o755);
  const template = postgresTemplate();
  const secrets = template?.secrets ?? makeSecrets();
  const password = randomBytes(16).toString('hex');
  const engines = await startEngines({
    dataDir,
    programsDir: programsDir(root),
    secrets,
    restart: false,
    report: silently,
    warn: (message) => console.warn(message),
    external: {},
    redisSettings: [...(settings.redisSettings ?? []), redisAdministrator('administrator', password)],
    postgresSettings: [...FAST_POSTGRES, ...(settings.postgresSettings ?? [])],
    postgresTemplate: template?.dataDir,
  });
  const redisAdmin = new URL(engines.redis.url);
  redisAdmin.username = 'administrator';
  redisAdmin.password = password;
  const stop = async () => {
    await stopEngines(engines);
    await rm(dataDir, { recursive: true, force: true });
    release();
  };
  return { engines, secrets, dataDir, redisAdminUrl: redisAdmin.href, migrated: template !== undefined, stop };
}
