import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { freePort } from '@burgee/launcher';
import { sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';

const execute = promisify(execFile);
const { url, services } = sharedCluster();

interface TestPod {
  kind: string;
  spec: { containers: [{ command: string[]; args: string[]; env: { name: string; value: string }[] }] };
}

/** The container that `helm test` starts. */
const [container] = parseAllDocuments(readFileSync('tools/fixtures/chart/trying.yaml', 'utf8'))
  .map((document) => document.toJS() as TestPod)
  .find(({ kind }) => kind === 'Pod')!.spec.containers;

const run = (env: Record<string, string | undefined>) =>
  execute(process.execPath, [...container.command.slice(1), ...container.args], { env });

describe('helm test', () => {
  const env = { API_GATEWAY_URL: url, SDK_GATEWAY_URL: services['sdk-gateway-1']?.url };

  it('gets the addresses of all public services', () => {
    expect(container.command[0]).toBe('node');
    expect(container.env.map(({ name }) => name)).toEqual(Object.keys(env));
  });

  it('passes against a running Burgee', async () => {
    const { stdout } = await run(env);
    expect(stdout.match(/^ok /gm)).toHaveLength(7);
    expect(stdout).not.toContain('FAILED');
  });

  it('fails, and says at which address, where one does not answer', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const failure = await run({ ...env, SDK_GATEWAY_URL: nobody, WITHIN_MILLISECONDS: '1000' }).catch((error) => error);
    expect(failure).toMatchObject({ code: 1, stdout: expect.stringContaining(`FAILED  ${nobody}/readyz: `) });
    expect(failure.stdout.match(/^ok /gm)).toHaveLength(5);
  });
});
