import { aFlag, aProject, type Environment, eventually, type Project, sharedCluster, aUser } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeStreams, fetchFlags, listen } from '../interface/sdk-calls.js';
import { SDK_KEY, TIME } from '../interface/shapes.js';

const { url } = sharedCluster();
/** Of every project here. */
const owner = await aUser(url);

afterEach(closeStreams);

function rotate(project: Project, environment: Environment, body?: object) {
  const path = `/api/projects/${project.id}/environments/${environment.id}/rotate-sdk-key`;
  return project.owner.client.post(path, body);
}

describe('SDK key rotation', () => {
  it('"it returns the new key"; not shown: 200, and when the old one dies: already', async () => {
    const project = await aProject(url, {}, owner);
    const { status, body } = await rotate(project, project.development);
    expect(status).toBe(200);
    expect(body).toEqual({ sdk_key: SDK_KEY, previous_key_expires_at: null });
    expect(body.sdk_key).not.toBe(project.development.sdk_key);
    const { body: environments } = await project.owner.client.get(`/api/projects/${project.id}/environments`);
    expect(environments[0].sdk_key).toBe(body.sdk_key);
  });

  it('the new key opens the same flags', async () => {
    const project = await aProject(url, {}, owner);
    await aFlag(project);
    const before = await fetchFlags(project.development);
    const { body } = await rotate(project, project.development);
    const after = await fetchFlags(body);
    expect([after.status, after.text, after.headers.etag]).toEqual([200, before.text, before.headers.etag]);
  });

  it('each environment has "its own SDK key": the other environments’ keys stay', async () => {
    const project = await aProject(url, {}, owner);
    await rotate(project, project.development);
    expect((await fetchFlags(project.production)).status).toBe(200);
  });

  it('not shown: with grace_seconds both keys work, and the answer says until when', async () => {
    const project = await aProject(url, {}, owner);
    const { body } = await rotate(project, project.development, { grace_seconds: 3600 });
    expect(body).toEqual({ sdk_key: SDK_KEY, previous_key_expires_at: TIME });
    const left = Date.parse(body.previous_key_expires_at) - Date.now();
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
    for (const key of [project.development, body]) expect((await fetchFlags(key)).status).toBe(200);
    const { body: environments } = await project.owner.client.get(`/api/projects/${project.id}/environments`);
    expect(environments[0].previous_key_expires_at).toBe(body.previous_key_expires_at);
    expect(environments[1].previous_key_expires_at).toBeNull();
  });

  it('not shown: when the grace is over the old key is dead and its streams end', async () => {
    const project = await aProject(url, {}, owner);
    const stream = await listen(project.development);
    const { body } = await rotate(project, project.development, { grace_seconds: 1 });
    await eventually(async () => expect((await fetchFlags(project.development)).status).toBe(401));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(body.previous_key_expires_at));
    const { body: environments } = await project.owner.client.get(`/api/projects/${project.id}/environments`);
    expect(environments[0].previous_key_expires_at).toBeNull();
    await stream.untilEnd();
    expect((await fetchFlags(body)).status).toBe(200);
  });

  it('not shown: another rotation cuts an earlier grace short', async () => {
    const project = await aProject(url, {}, owner);
    const second = (await rotate(project, project.development, { grace_seconds: 3600 })).body;
    const third = (await rotate(project, project.development)).body;
    const statuses = [];
    for (const key of [project.development, second, third]) statuses.push((await fetchFlags(key)).status);
    expect(statuses).toEqual([401, 401, 200]);
  });
});
