import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createPostgres } from './postgres.js';

it('a data folder that is no whole cluster, such as half of a copy, is refused and kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-postgres-'));
  const dataDir = join(folder, 'postgres');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'postgresql.conf'), '');
  const options = { dataDir, logFile: join(folder, 'log'), port: 1, password: 'p', restart: false };
  await expect(createPostgres(options)).rejects.toThrow(`${dataDir} has files and no PG_VERSION`);
  expect(readdirSync(dataDir)).toEqual(['postgresql.conf']);
  rmSync(folder, { recursive: true });
});
