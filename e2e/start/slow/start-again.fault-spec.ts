import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aFlag, aProject, eventually, PASSWORD, TestClient } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NpmStart, SILENT } from '../npm-start.js';

let npm: NpmStart;
beforeAll(async () => {
  npm = await NpmStart.create();
});
afterAll(() => npm.remove());

/** An operator's command for the Burgee that runs from the same data folder. */
const operate = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['tools/operator.mjs', '--output', 'text', ...args], { env: npm.env });

describe('npm start', () => {
  it('finds its data again, with neither Redis nor NATS, and the commands find it', async () => {
    const first = await npm.start();
    const project = await aProject(first.run.url);
    const flag = await aFlag(project);
    expect((await operate('dead-letters', 'list')).stdout).toContain('No message is dead-lettered.');
    const file = join(npm.dataDir, 'first.backup');
    const { stdout } = await operate('backup', file);
    expect(stdout).toContain(`${file} holds 1 users, 1 projects, 1 flags, 2 SDK keys, `);
    await npm.pressCtrlC(first);

    const second = await npm.start(SILENT);
    await eventually(() =>
      expect(second.output()).toMatch(
        /\n {2}redis does not answer \(.+\)\. Burgee works\. Reads are slower.+\n {2}nats does not answer \(.+\)\. Burgee works\./,
      ),
    );
    const client = new TestClient(second.run.url);
    await client.post('/api/auth/login', { email: project.owner.email, password: PASSWORD });
    expect((await client.get(`/api/flags/${flag.id}`)).body.key).toBe(flag.key);
    const served = await client.get('/api/v1/flags', { 'x-sdk-key': project.development.sdk_key });
    expect(served.body.map(({ key }: { key: string }) => key)).toEqual([flag.key]);
    await npm.pressCtrlC(second);
  }, 300_000);
});
