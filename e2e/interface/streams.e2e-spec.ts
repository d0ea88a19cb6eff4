import type { EnvironmentStreamsView } from '@burgee/contracts/http';
import { aFlag, aProject, eventually, type Project, sharedCluster } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { toggle } from './flag-calls.js';
import { closeStreams, gateway, listen } from './sdk-calls.js';

const { url } = sharedCluster();

afterEach(closeStreams);

async function streamsOf({ owner, id, development }: Project): Promise<EnvironmentStreamsView> {
  const answer = await owner.client.get(`/api/projects/${id}/environments/${development.id}/streams`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const numbers = ({ open, up_to_date, revision, complete }: EnvironmentStreamsView) => [
  open,
  up_to_date,
  revision,
  complete,
];

describe('not shown: GET /api/projects/:id/environments/:envId/streams', () => {
  it('tells how many streams are open and how many have the newest revision, by replica', async () => {
    const project = await aProject(url);
    await eventually(async () => expect(numbers(await streamsOf(project))).toEqual([0, 0, 0, true]));
    const streams = [];
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2', 'sdk-gateway-2'] as const)
      streams.push(await listen(project.development, {}, gateway(name)));
    await eventually(async () => expect(numbers(await streamsOf(project))).toEqual([3, 3, 0, true]));

    const flag = await aFlag(project);
    await toggle(project.owner, flag, project.development, true);
    const told = await eventually(async () => {
      const view = await streamsOf(project);
      expect(numbers(view)).toEqual([3, 3, 2, true]);
      return view;
    });
    expect(told.environment_id).toBe(project.development.id);
    const perReplica = told.replicas.map(({ open, up_to_date, revision }) => [open, up_to_date, revision]);
    expect(perReplica.toSorted()).toEqual([
      [1, 1, 2],
      [2, 2, 2],
    ]);

    streams[0]?.close();
    await eventually(async () => expect(numbers(await streamsOf(project))).toEqual([2, 2, 2, true]));
  });
});
