import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { aFlag, aProject, eventually } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NpmStart, processesOf, SILENT } from './npm-start.js';

let npm: NpmStart;
beforeAll(async () => {
  npm = await NpmStart.create();
});
afterAll(() => npm.remove());

describe('npm start', () => {
  it('brings everything up, and leaves no process behind after Ctrl-C', async () => {
    const started = await npm.start();
    expect(processesOf(started.run).map(({ name }) => name)).toEqual([
      'auth',
      'flags-admin',
      'audit',
      'usage',
      'sdk-gateway-1',
      'api-gateway',
      'postgres',
      'redis',
      'nats',
    ]);
    expect(started.output()).toMatch(/^  NATS {4}\d+\.\d+\.\d+/m);
    await aFlag(await aProject(started.run.url));
    expect(await npm.startInVain()).toEqual({
      code: 1,
      text: expect.stringMatching(/^\nBurgee already runs from \S+ at http:\S+ \(process \d+\): [^.]+\.\n\n$/),
    });
    await npm.pressCtrlC(started);
    await eventually(() => expect(existsSync(join(npm.dataDir, 'run.json'))).toBe(false));
  }, 300_000);

  it('without Postgres is not ready, and names every engine that does not answer', async () => {
    const { code, text } = await npm.startInVain({ ...SILENT, DATABASE_URL: 'postgres://burgee@127.0.0.1:1/burgee' });
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(
        /Postgres does not answer\. Burgee is not ready without it\.\nredis does not answer either \(127\.0\.0\.1:1: ECONNREFUSED\)\.\nnats does not answer either \(127\.0\.0\.1:1: ECONNREFUSED\)\.\n\n$/,
      ),
    ]);
    expect(existsSync(join(npm.dataDir, 'launcher.pid'))).toBe(false);
  });
});
