import { opaqueTag } from '@burgee/contracts/wire';
import { aFlag, aProject, eventually, readCachedFlagSet, sharedCluster, aUser } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { edit, toggle, valueIn } from './flag-calls.js';
import { closeStreams, fetchFlags } from './sdk-calls.js';
import { EDITED_VALUE } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const account = await aUser(url);

afterEach(closeStreams);

/** The revision that an ETag names, as a version in the shared cache. */
function cachedVersion(environmentId: string, etag: string | undefined, later = 0) {
  const [epoch = '', revision] = opaqueTag(etag ?? '').split('-');
  return { environmentId, epoch, revision: Number(revision) + later };
}

describe.each([true, false])('is_enabled = any | PATCH toggle with is_enabled %s', (is_enabled) => {
  async function aFlagThatDiffers() {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    await edit(project.owner, flag, project.development, { ...EDITED_VALUE, is_enabled: !is_enabled });
    return { project, flag, owner: project.owner, development: project.development };
  }

  it('"is_enabled = body value", from either state', async () => {
    const { owner, flag, development } = await aFlagThatDiffers();
    for (let time = 1; time <= 2; time++) {
      await toggle(owner, flag, development, is_enabled);
      expect((await valueIn(owner, flag, development)).is_enabled).toBe(is_enabled);
    }
  });

  it('"rollout and targeting fields unchanged"', async () => {
    const { owner, flag, development } = await aFlagThatDiffers();
    await toggle(owner, flag, development, is_enabled);
    expect(await valueIn(owner, flag, development)).toMatchObject({ ...EDITED_VALUE, is_enabled });
  });

  it('"cached flag set of the environment updated in position"', async () => {
    const { owner, flag, development } = await aFlagThatDiffers();
    const before = await fetchFlags(development);
    const position = cachedVersion(development.id, before.headers.etag);
    await eventually(async () => expect(await readCachedFlagSet(position)).toEqual(before.body));
    await toggle(owner, flag, development, is_enabled);
    const next = [{ ...before.body[0], is_enabled }];
    await eventually(async () =>
      expect(await readCachedFlagSet({ ...position, revision: position.revision + 1 })).toEqual(next),
    );
    expect((await fetchFlags(development)).body).toEqual(next);
  });
});

describe('is_enabled = any | PATCH full edit', () => {
  it.each([true, false])('"is_enabled = body value" %s, from either state', async (is_enabled) => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    for (const before of [true, false]) {
      await toggle(project.owner, flag, project.development, before);
      await edit(project.owner, flag, project.development, { ...EDITED_VALUE, is_enabled });
      expect((await valueIn(project.owner, flag, project.development)).is_enabled).toBe(is_enabled);
    }
  });

  it('"Used for rollout and targeting changes as well as the on/off state": "rollout and targeting fields replaced by body values"', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    await edit(project.owner, flag, project.development, EDITED_VALUE);
    const other = {
      is_enabled: true,
      rollout_percentage: 75,
      targeting_attribute: 'plan',
      targeting_value: 'gold',
      targeting_return_value: 'false',
    };
    await edit(project.owner, flag, project.development, other);
    expect(await valueIn(project.owner, flag, project.development)).toMatchObject(other);
  });

  it('"cached flag set of the environment invalidated", not patched', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    const before = await fetchFlags(project.development);
    const position = cachedVersion(project.development.id, before.headers.etag);
    await eventually(async () => expect(await readCachedFlagSet(position)).toEqual(before.body));
    await edit(project.owner, flag, project.development, EDITED_VALUE);
    await eventually(async () => expect(await readCachedFlagSet(position)).toBeUndefined());
    expect(await readCachedFlagSet({ ...position, revision: position.revision + 1 })).toBeUndefined();
    expect((await fetchFlags(project.development)).body).toEqual([{ ...before.body[0], ...EDITED_VALUE }]);
  });
});

describe('flag exists | DELETE flag', () => {
  it('"flag gone": from the project, from SDKs, from its own address', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    expect((await project.owner.client.get(`/api/projects/${project.id}/flags`)).body).toEqual([]);
    expect((await fetchFlags(project.development)).body).toEqual([]);
    expect((await project.owner.client.get(`/api/flags/${flag.id}`)).status).toBe(404);
  });
});
