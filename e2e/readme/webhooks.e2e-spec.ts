import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { freePort } from '@burgee/launcher';
import { aProject, eventually, type Project, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const [, SNIPPET = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/guides/webhooks.md', 'utf8')) ?? [];

let project: Project;
let webhooks: string;
let port: number;
const children: ChildProcess[] = [];

beforeAll(async () => {
  project = await aProject(sharedCluster().url);
  webhooks = `/api/projects/${project.id}/webhooks`;
  port = await freePort();
});
afterAll(() => {
  for (const child of children) child.kill();
});

/** The code of the page as a process. @returns what it has printed */
function paste(secret: string): () => string {
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, ['--input-type=module', '-e', SNIPPET], { env });
  children.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return () => printed;
}

describe('docs/guides/webhooks.md', () => {
  it('shows code that accepts a genuine message, and refuses a forged signature', async () => {
    const { client } = project.owner;
    const request = { name: 'CI', url: `http://127.0.0.1:${port}/`, actions: ['project_delete'] };
    const { id, secret } = (await client.post(webhooks, request)).body;
    const printed = paste(secret);
    const statusOfTest = async () => {
      const test = (await client.post(`${webhooks}/${id}/test`)).body;
      return eventually(async () => {
        const { body } = await client.get(`${webhooks}/${id}/deliveries`);
        const { status, error } = body.find((one: { id: string }) => one.id === test.id);
        expect(status ?? error).not.toBeNull();
        return status as number | null;
      });
    };
    // Until it listens, nothing answers.
    await eventually(async () => expect(await statusOfTest()).toBe(204), 30_000);
    expect(printed()).toContain('webhook_test');
    await client.post(`${webhooks}/${id}/rotate-secret`, { grace_seconds: 0 });
    expect(await statusOfTest()).toBe(401);
    const [child] = children;
    child!.kill();
    await once(child!, 'exit');
  });
});
