import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CachedEnvironments } from '../cached/cached-environments.js';
import type { UpstreamUpdate } from '../cached/update.js';
import { StoredEnvironments } from './stored-environments.js';

const [LARGE, SMALL] = ['large', 'small'];
let folder: string;
let cached: CachedEnvironments;
let stored: StoredEnvironments;

function publish(update: UpstreamUpdate): void {
  cached.apply(update);
  stored.note(update);
}
const flags = (environmentId: string, revision: number, bytes: number) =>
  publish({
    kind: 'flag-set',
    set: { environmentId, epoch: 'e', revision, body: Buffer.from(JSON.stringify(['x'.repeat(bytes)])) },
  });
const fileOf = (id: string) => join(folder, `${id}.edge.json`);
const revisionOf = (id: string) => (JSON.parse(readFileSync(fileOf(id), 'utf8')) as { revision: number }).revision;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-edge-'));
  cached = new CachedEnvironments();
  stored = new StoredEnvironments(folder, cached, { warn: () => undefined });
  for (const environment_id of [LARGE, SMALL])
    publish({ kind: 'access', access: { environment_id, keys: [], origins: [] } });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('files of an edge', () => {
  it('are written at a pace: a large one waits, without delaying others', async () => {
    flags(LARGE, 1, 8_000_000);
    flags(SMALL, 1, 10);
    const first = stored.write();
    flags(LARGE, 2, 8_000_000);
    await first;
    expect([revisionOf(LARGE), revisionOf(SMALL)].at(-1)).toBe(1);
    const { ino } = statSync(fileOf(LARGE));
    flags(LARGE, 3, 8_000_000);
    await stored.write();
    expect(statSync(fileOf(LARGE)).ino).toBe(ino);
  });

  it('have the latest state when an edge stops', async () => {
    flags(LARGE, 1, 8_000_000);
    await stored.write();
    flags(LARGE, 2, 8_000_000);
    publish({ kind: 'gone', environmentId: SMALL });
    await stored.flush();
    expect(revisionOf(LARGE)).toBe(2);
  });
});
