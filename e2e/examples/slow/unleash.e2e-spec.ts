import { aFlag, aProject, sharedCluster } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { toggle } from '../../interface/flag-calls.js';
import { Example } from '../example.js';

let example: Example;
afterEach(async () => {
  await example.stop();
});

describe('node examples/unleash/start.mjs', () => {
  it('prints the flag, prints it again as it flips, and ends with Ctrl-C', async () => {
    const project = await aProject(sharedCluster().url);
    const flag = await aFlag(project);
    example = new Example('unleash', { BURGEE_SDK_KEY: project.development.sdk_key, FLAG: flag.key });
    await example.says(new RegExp(`^${flag.key} is off for visitor-1$`, 'm'));
    expect((await toggle(project.owner, flag, project.development, true)).status).toBe(200);
    await example.says(new RegExp(`^${flag.key} is on for visitor-1$`, 'm'));
    expect(await example.stop()).toBe(0);
  });
});
