import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgres, guardFolder, makeSecrets, migrate, POSTGRES_SUPERUSER, type Secrets } from '@burgee/launcher';

/** The database that a cluster works on. */
export const CLUSTER_DATABASE = 'burgee';
/** Migrated and empty; a spec that needs a database of its own gets a copy. */
export const TEMPLATE_DATABASE = 'burgee_template';

/** Test engines keep nothing beyond a run, so they need not wait for the disk. */
export const FAST_POSTGRES = ['fsync=off', 'full_page_writes=off'];

/** A data folder of a stopped Postgres with both databases, and the passwords in it. */
export interface PostgresTemplate {
  dataDir: string;
  secrets: Secrets;
}

/** Makes the template that all clusters of a run begin with. `remove` leaves nothing behind. */
export async function createPostgresTemplate(
  root: string,
): Promise<{ template: PostgresTemplate; remove: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-template-'));
  const release = guardFolder(folder);
  chmodSync(folder, 0o755);
  const secrets = makeSecrets();
  const password = secrets.engines[`postgres:${POSTGRES_SUPERUSER}`] ?? '';
  const dataDir = join(folder, 'postgres');
  const logFile = join(folder, 'postgres.log');
  const options = { dataDir, logFile, password, restart: false, settings: FAST_POSTGRES };
  const { process: postgres, port } = await createPostgres(options);
  await postgres.start();
  const address = (database: string) => `postgres://${POSTGRES_SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  try {
    for (const database of [CLUSTER_DATABASE, TEMPLATE_DATABASE]) await migrate(root, address(database), secrets);
  } finally {
    await postgres.stop();
  }
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    release();
  };
  return { template: { dataDir, secrets }, remove };
}

/** The template of this run, if there is one. */
export function postgresTemplate(): PostgresTemplate | undefined {
  const text = process.env.BURGEE_POSTGRES_TEMPLATE;
  return text ? (JSON.parse(text) as PostgresTemplate) : undefined;
}
