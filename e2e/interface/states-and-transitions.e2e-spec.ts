import { aFlag, aProject, eventually, readShelf, world } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { flagAudit } from './audit-calls.js';
import { edit, toggle, valueIn } from './flag-calls.js';
import { closeStreams, fetchFlags, listen } from './sdk-calls.js';
import { EDITED_VALUE, FRESH_VALUE } from './shapes.js';

const { url } = world();

afterEach(closeStreams);

/** The revision that an ETag names, as a place on the shelf. */
function shelfPlace(environmentId: string, etag: string | undefined, later = 0) {
  const [epoch = '', revision] = (etag ?? '').replaceAll('"', '').split('-');
  return { environmentId, epoch, revision: Number(revision) + later };
}

describe.each([true, false])('is_enabled = any | PATCH toggle with is_enabled %s', (is_enabled) => {
  async function aFlagThatDiffers() {
    const project = await aProject(url);
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

  it('"cached flag set of the environment updated in place"', async () => {
    const { owner, flag, development } = await aFlagThatDiffers();
    const before = await fetchFlags(development);
    const place = shelfPlace(development.id, before.headers.etag);
    await eventually(async () => expect(await readShelf(place)).toEqual(before.body));
    await toggle(owner, flag, development, is_enabled);
    const next = [{ ...before.body[0], is_enabled }];
    await eventually(async () => expect(await readShelf({ ...place, revision: place.revision + 1 })).toEqual(next));
    expect((await fetchFlags(development)).body).toEqual(next);
  });

  it('"event flag_updated pushed"', async () => {
    const { owner, flag, development } = await aFlagThatDiffers();
    const stream = await listen(development);
    await toggle(owner, flag, development, is_enabled);
    const event = await stream.until(({ event }) => event === 'flag_updated');
    expect(event.data).toMatchObject({ flag_id: flag.id, ...EDITED_VALUE, is_enabled });
  });

  it('"audit entry with action flag_toggle written"', async () => {
    const { owner, flag, development } = await aFlagThatDiffers();
    await toggle(owner, flag, development, is_enabled);
    const [entry] = await flagAudit(owner, flag, 3);
    expect(entry).toMatchObject({ action: 'flag_toggle', environment_id: development.id });
  });
});

describe('is_enabled = any | PATCH full edit', () => {
  it.each([true, false])('"is_enabled = body value" %s, from either state', async (is_enabled) => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    for (const before of [true, false]) {
      await toggle(project.owner, flag, project.development, before);
      await edit(project.owner, flag, project.development, { ...EDITED_VALUE, is_enabled });
      expect((await valueIn(project.owner, flag, project.development)).is_enabled).toBe(is_enabled);
    }
  });

  it('"rollout and targeting fields replaced by body values"', async () => {
    const project = await aProject(url);
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
    const project = await aProject(url);
    const flag = await aFlag(project);
    const before = await fetchFlags(project.development);
    const place = shelfPlace(project.development.id, before.headers.etag);
    await eventually(async () => expect(await readShelf(place)).toEqual(before.body));
    await edit(project.owner, flag, project.development, EDITED_VALUE);
    await eventually(async () => expect(await readShelf(place)).toBeUndefined());
    expect(await readShelf({ ...place, revision: place.revision + 1 })).toBeUndefined();
    expect((await fetchFlags(project.development)).body).toEqual([{ ...before.body[0], ...EDITED_VALUE }]);
  });

  it('"event flag_updated pushed"', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const stream = await listen(project.development);
    await edit(project.owner, flag, project.development, EDITED_VALUE);
    const event = await stream.until(({ event }) => event === 'flag_updated');
    expect(event.data).toMatchObject({ flag_id: flag.id, ...EDITED_VALUE });
  });

  it('"audit entry with old and new values written"', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    await edit(project.owner, flag, project.development, EDITED_VALUE);
    const [entry] = await flagAudit(project.owner, flag, 2);
    expect(entry).toMatchObject({ action: 'flag_update', old_values: FRESH_VALUE, new_values: EDITED_VALUE });
  });
});

describe('flag exists | DELETE flag', () => {
  it('"flag gone": from the project, from SDKs, from its own address', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    await project.owner.visitor.delete(`/api/flags/${flag.id}`);
    expect((await project.owner.visitor.get(`/api/projects/${project.id}/flags`)).body).toEqual([]);
    expect((await fetchFlags(project.development)).body).toEqual([]);
    expect((await project.owner.visitor.get(`/api/flags/${flag.id}`)).status).toBe(404);
  });
});
