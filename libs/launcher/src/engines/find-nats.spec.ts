import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { buildNats } from './find-nats.js';

/** Settings with which Go compares no module with its checksum database. */
const UNCHECKED = { GOSUMDB: 'off', GONOSUMDB: '*', GOPRIVATE: '*', GOINSECURE: '*', GOFLAGS: '-insecure' };

let folder: string;
const before = { ...process.env };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-go-'));
  const go = `#!/bin/sh\nenv > '${folder}/env'\n: > "$GOBIN/nats-server"\n`;
  writeFileSync(join(folder, 'go'), go, { mode: 0o755 });
  Object.assign(process.env, UNCHECKED, { PATH: `${folder}:${process.env.PATH}` });
});
afterEach(async () => {
  process.env = { ...before };
  await rm(folder, { recursive: true });
});

it('checks the source of NATS, whatever the environment says', async () => {
  await buildNats(join(folder, 'engines'), (_what, work) => work());
  const lines = readFileSync(join(folder, 'env'), 'utf8').split('\n');
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)));
  expect(env).toMatchObject({
    GOSUMDB: 'sum.golang.org',
    GONOSUMDB: 'none',
    GOPRIVATE: 'none',
    GOINSECURE: 'none',
    GOFLAGS: '',
  });
});
