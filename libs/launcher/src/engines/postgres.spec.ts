import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createPostgres } from './postgres.js';

it('refuses a data folder that holds only part of a cluster, and keeps its files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-postgres-'));
  const dataDir = join(folder, 'postgres');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'postgresql.conf'), '');
  const options = { dataDir, logFile: join(folder, 'log'), password: 'p', restart: false };
  await expect(createPostgres(options)).rejects.toThrow(`${dataDir} has files and no PG_VERSION`);
  expect(readdirSync(dataDir)).toEqual(['postgresql.conf']);
  rmSync(folder, { recursive: true });
});
