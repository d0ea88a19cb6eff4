import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadSecrets } from './secrets.js';

const folder = mkdtempSync(join(tmpdir(), 'burgee-secrets-'));
const file = join(folder, 'secrets.json');
afterAll(() => rmSync(folder, { recursive: true }));

describe('the secrets of a data folder', () => {
  it('are made once, in a file that only its owner can read', () => {
    const made = loadSecrets(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadSecrets(file)).toEqual(made);
  });

  it('get what a newer version needs, and keep the others', () => {
    const { EDGE_TICKET_SECRET, engines, ...older } = loadSecrets(file);
    const { 'postgres:usage': added, ...others } = engines;
    writeFileSync(file, JSON.stringify({ ...older, engines: others }));
    const loaded = loadSecrets(file);
    expect(loaded).toMatchObject({ ...older, engines: others });
    expect([EDGE_TICKET_SECRET, added]).not.toContain(undefined);
    expect(loaded.EDGE_TICKET_SECRET).not.toBe(EDGE_TICKET_SECRET);
    expect(loaded.engines['postgres:usage']).toMatch(/^.{43}$/);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(loaded);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
