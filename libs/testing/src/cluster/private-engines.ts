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
    postgresTemplate: template?.dataDir,
  });
  const stop = async () => {
    await stopEngines(engines);
    await rm(dataDir, { recursive: true, force: true });
    release();
  };
  return { engines, secrets, dataDir, migrated: template !== undefined, stop };
}
