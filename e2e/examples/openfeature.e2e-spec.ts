import { aFlag, aProject, eventually, world } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Example, startExample } from './start-example.js';

let example: Example | undefined;
afterEach(() => example?.stop());

describe('the example of OpenFeature in Node', () => {
  it('says what a flag is, and says it again when it is another', async () => {
    const project = await aProject(world().url);
    const flag = await aFlag(project);
    const BURGEE_SDK_KEY = project.development.sdk_key;
    example = await startExample('openfeature', { BURGEE: world().url, BURGEE_SDK_KEY, FLAG: flag.key });
    const { lines } = example;
    await eventually(() => expect(lines[0]).toBe(`${flag.key} is off for visitor-1 (DISABLED)`));
    const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
    expect((await project.owner.visitor.patch(path, { is_enabled: true })).status).toBe(200);
    await eventually(() => expect(lines).toContain(`${flag.key} is on for visitor-1 (STATIC)`));
  });

  it('makes a project for itself when it has no key, and says how to get at it', async () => {
    example = await startExample('openfeature', { BURGEE: world().url });
    const { lines } = example;
    expect(lines[0]).toMatch(/^Sign in at .* and flip new-checkout\.$/);
    await eventually(() => expect(lines).toContain('new-checkout is off for visitor-1 (DISABLED)'));
  });

  it('says what to do when Burgee is not there', async () => {
    example = await startExample('openfeature', { BURGEE: 'http://127.0.0.1:9' }).catch((error: Error) => ({
      lines: error.message.split('\n'),
      stop: () => Promise.resolve(),
    }));
    expect(example.lines).toEqual(['There is no Burgee at http://127.0.0.1:9. Start it with: npm start']);
  });
});
