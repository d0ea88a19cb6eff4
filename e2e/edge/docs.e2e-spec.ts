import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@burgee/launcher';
import { aFlag, aProject, edgeProfile, eventually, type Project, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { toggle } from '../interface/flag-calls.js';
import { gateway } from '../interface/sdk-calls.js';

const GATEWAY = edgeProfile()?.gateway ?? gateway('sdk-gateway-1');
const BLOCKS = [...readFileSync('docs/operate/edge.md', 'utf8').matchAll(/```bash\n([^]*?)```/g)].map(
  ([, block = '']) => block,
);
const [START = '', DECIDE = ''] = BLOCKS;

let project: Project;
let folder: string;
let env: Record<string, string>;
let edge: ChildProcess;
let said = '';

/** The pasted commands, with this test's addresses. */
const pasted = (block: string) =>
  block
    .replaceAll('http://localhost:8080', GATEWAY)
    .replaceAll('http://localhost:8090', `http://127.0.0.1:${env.PORT}`);

beforeAll(async () => {
  const [port, opsPort] = await freePorts(2);
  folder = mkdtempSync(join(tmpdir(), 'burgee-edge-docs-'));
  project = await aProject(sharedCluster().url);
  const { sdk_key: SDK_KEY, client_key: CLIENT_KEY } = project.development;
  const own = { SDK_KEY, CLIENT_KEY, PORT: String(port), OPS_PORT: String(opsPort), LAST_KNOWN_GOOD_DIR: folder };
  env = { ...(process.env as Record<string, string>), ...own };
  edge = spawn('bash', ['-c', pasted(START)], { env, detached: true });
  edge.stdout?.on('data', (text: Buffer) => (said += text.toString()));
  edge.stderr?.on('data', (text: Buffer) => (said += text.toString()));
});
afterAll(async () => {
  const gone = once(edge, 'exit');
  process.kill(-edge.pid!, 'SIGTERM');
  await gone;
  rmSync(folder, { recursive: true, force: true });
});

it('docs/operate/edge.md: from nothing to a decision through an edge, as pasted', async () => {
  const flag = await aFlag(project, { key: 'new-checkout' });
  await eventually(() => expect(said).toContain(`Burgee edge on http://localhost:${env.PORT}: 1 environment of`));
  const decide = async () => {
    const { stdout } = await promisify(execFile)('bash', ['-c', pasted(DECIDE)], { env });
    return JSON.parse(stdout) as object;
  };
  await eventually(async () => expect(await decide()).toMatchObject({ key: 'new-checkout', value: false }));
  await toggle(project.owner, flag, project.development, true);
  await eventually(async () => expect(await decide()).toMatchObject({ key: 'new-checkout', value: true }));
});
