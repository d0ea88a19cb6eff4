import { aFlag, aProject, sharedCluster } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Example } from '../example.js';

let example: Example;
afterEach(async () => {
  await example.stop();
});

describe('the example of OpenFeature in Node', () => {
  it('says what a flag is, and says it again when it is another', async () => {
    const project = await aProject(sharedCluster().url);
    const flag = await aFlag(project);
    example = new Example('openfeature', { BURGEE_SDK_KEY: project.development.sdk_key, FLAG: flag.key });
    await example.says(new RegExp(`^${flag.key} is off for visitor-1 \\(DISABLED\\)$`, 'm'));
    const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
    expect((await project.owner.client.patch(path, { is_enabled: true })).status).toBe(200);
    await example.says(new RegExp(`^${flag.key} is on for visitor-1 \\(STATIC\\)$`, 'm'));
  });

  it('makes a project for itself when it has no key, and says how to get at it', async () => {
    example = new Example('openfeature');
    await example.says(/^Sign in at .* and flip new-checkout\.$/m);
    expect(await example.says(/^new-checkout is off for visitor-1 \(DISABLED\)$/m)).toHaveLength(1);
  });

  it('says what to do when Burgee is not there', async () => {
    example = new Example('openfeature', { BURGEE: 'http://127.0.0.1:9' });
    const advice = /^There is no Burgee at http:\/\/127\.0\.0\.1:9\. Start it with: npm start\n$/;
    expect(await example.says(advice)).toHaveLength(1);
  });
});
