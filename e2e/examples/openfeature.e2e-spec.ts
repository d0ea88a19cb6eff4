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

  it('says what is missing when it has no key', async () => {
    await eventually(async () => {
      const failed = startExample('openfeature', {}).then(async (started) => {
        const said = started.lines.join('\n');
        await started.stop();
        return said;
      }, String);
      expect(await failed).toContain('Set BURGEE_SDK_KEY');
    });
  });
});
