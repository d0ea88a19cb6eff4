import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { aFlag, aProject, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { toggle } from '../interface/flag-calls.js';
import { connectBlock } from './connect-block.js';

const { url } = sharedCluster();

describe('docs/guides/connect.md', () => {
  it('curl: works as pasted', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project, { key: 'new-checkout' });
    await toggle(project.owner, flag, project.development, true);
    const script = connectBlock('curl', { origin: url, environment: project.development });
    const { stdout } = await promisify(execFile)('bash', ['-euc', script]);
    expect(JSON.parse(stdout)).toMatchObject({ key: 'new-checkout', value: true, reason: 'STATIC', variant: 'on' });
  });
});
