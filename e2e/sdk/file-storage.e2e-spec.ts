import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { type BurgeeClient, createClient } from '@burgee/sdk';
import { fileStorage } from '@burgee/sdk/node';
import { aFlag, aProject, eventually, FaultProxy, type Project, sharedCluster } from '@burgee/testing';

let folder: string;
let wire: FaultProxy;
const clients: BurgeeClient[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-flags-'));
  wire = await FaultProxy.to(Number(new URL(sharedCluster().url).port));
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await wire.close();
  rmSync(folder, { recursive: true, force: true });
});

const optionsOf = (project: Project) => ({
  baseUrl: `http://127.0.0.1:${wire.port}`,
  sdkKey: project.development.sdk_key,
});

function open(project: Project): BurgeeClient {
  const client = createClient({
    ...optionsOf(project),
    storage: fileStorage(folder),
    logger: { warn: () => undefined },
  });
  clients.push(client);
  return client;
}

/** The value that a separate process evaluates as soon as it has a client. */
async function evaluateElsewhere(project: Project, key: string): Promise<unknown> {
  const script = `
    import { createClient } from '@burgee/sdk';
    import { fileStorage } from '@burgee/sdk/node';
    const storage = fileStorage(${JSON.stringify(folder)});
    const client = createClient({ ...${JSON.stringify(optionsOf(project))}, storage, logger: { warn() {} } });
    console.log(JSON.stringify(client.details('${key}', false)));
    client.close();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout);
}

it('starts with the last flags of earlier processes while Burgee is out of reach', async () => {
  const project = await aProject(sharedCluster().url);
  const flag = await aFlag(project);
  const running = [open(project), open(project), open(project)];
  for (const client of running) await client.ready();
  const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
  expect((await project.owner.client.patch(path, { is_enabled: true })).status).toBe(200);
  for (const client of running) await eventually(() => expect(client.bool(flag.key, false)).toBe(true));
  for (const client of running) client.close();
  // The file from before the change has the same name.
  await eventually(() => {
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^burgee-\d+-\d+\.json$/)]);
    expect(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8')).toContain('"is_enabled":true');
  });

  await wire.refuse();
  const cached = { value: true, reason: 'CACHED', variant: 'on' };
  expect(await evaluateElsewhere(project, flag.key)).toEqual(cached);
  const started = open(project);
  expect([started.details(flag.key, false), started.status]).toEqual([cached, 'starting']);
  await wire.pass();
  expect(await started.ready({ timeoutMs: 30_000 })).toBe(true);
  expect(started.details(flag.key, false).reason).toBe('STATIC');
});
