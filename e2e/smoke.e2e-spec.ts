import { aFlag, aProject, world } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';

const { url } = world();

describe('smoke', () => {
  it('toggles', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const answer = await project.owner.visitor.patch(
      `/api/flags/${flag.id}/environments/${project.development.id}/toggle`,
      { is_enabled: true },
    );
    expect(answer.status).toBe(200);
  });
});
