import {
  type ServiceResponse,
  aProject,
  eventually,
  type Project,
  type StreamReader,
  unique,
  TestClient,
  sharedCluster,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';

const { url, services } = sharedCluster();
const FLAGS = 4;
const WORKERS = 8;
const STEPS = 12;

type Step = (project: Project, flagIds: string[], step: number) => Promise<ServiceResponse>;

const pick = <T>(values: readonly T[], number: number): T => values[number % values.length] as T;

/** What a busy team does to one project, all at the same time. */
const STEPS_OF_A_TEAM: Step[] = [
  ({ owner, development }, flagIds, step) =>
    owner.client.patch(`/api/flags/${pick(flagIds, step)}/environments/${development.id}/toggle`, {
      is_enabled: Math.floor(step / FLAGS) % 2 === 0,
    }),
  ({ owner, production }, flagIds, step) =>
    owner.client.patch(`/api/flags/${pick(flagIds, step)}/environments/${production.id}`, {
      rollout_percentage: (step * 7) % 100,
    }),
  ({ owner }, flagIds, step) => owner.client.patch(`/api/flags/${pick(flagIds, step)}`, { name: unique('name') }),
  async ({ owner, id }) => {
    const created = await owner.client.post(`/api/projects/${id}/flags`, { key: unique('short-lived') });
    return created.status === 201 ? owner.client.delete(`/api/flags/${created.body.id}`) : created;
  },
  async ({ owner, id }) => {
    const created = await owner.client.post(`/api/projects/${id}/environments`, { name: unique('short-lived') });
    return created.status === 201
      ? owner.client.delete(`/api/projects/${id}/environments/${created.body.id}`)
      : created;
  },
];

async function teamAtWork(project: Project, flagIds: string[]): Promise<ServiceResponse[]> {
  const workers = Array.from({ length: WORKERS }, async (_, worker) => {
    const answers: ServiceResponse[] = [];
    for (let step = 0; step < STEPS; step++)
      answers.push(await pick(STEPS_OF_A_TEAM, worker + step)(project, flagIds, worker * STEPS + step));
    return answers;
  });
  return (await Promise.all(workers)).flat();
}

interface Toggle {
  old_values: { is_enabled: boolean };
  new_values: { is_enabled: boolean };
}

/** The values a flag took one after the other, as a stream told of them. */
function valuesOf(flagId: string, { events }: StreamReader): boolean[] {
  const told = events.filter(({ data }) => data.flag_id === flagId).map(({ data }) => data.is_enabled as boolean);
  return told.filter((value, index) => value !== (index === 0 ? false : told[index - 1]));
}

describe('everything at once', () => {
  it('nothing deadlocks, streams are gapless and equal to GET, and the audit log joins end to end', async () => {
    const project = await aProject(url);
    const created = await Promise.all(
      Array.from({ length: FLAGS }, (_, i) =>
        project.owner.client.post(`/api/projects/${project.id}/flags`, { key: `flag-${i}` }),
      ),
    );
    const flagIds = created.map((answer) => answer.body.id as string);
    const gateways = ['sdk-gateway-1', 'sdk-gateway-2'].map((name) => new TestClient(services[name]!.url));
    const key = { 'x-sdk-key': project.development.sdk_key };
    const streams = await Promise.all(gateways.map((gateway) => gateway.stream('/api/v1/stream?snapshot=true', key)));
    const starts = await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'snapshot')));

    const answers = await teamAtWork(project, flagIds);
    expect(answers.filter(({ status }) => status >= 400).map(({ text }) => text)).toEqual([]);

    const revision = (await project.owner.client.get(`/api/projects/${project.id}`)).body.environments[0]
      .revision as number;
    for (const [index, stream] of streams.entries()) {
      const first = starts[index]!.data.revision as number;
      await stream.until(({ data }) => data.revision === revision);
      const seen = stream.events
        .filter(({ event }) => event.startsWith('flag_'))
        .map(({ data }) => data.revision as number);
      expect(seen).toEqual(Array.from({ length: revision - first }, (_, i) => first + 1 + i));

      const copy = new Map<string, object>(
        starts[index]!.data.flags.map((flag: { flag_id: string }) => [flag.flag_id, flag]),
      );
      for (const { event, data } of stream.events) {
        const { environment_id: _environment, revision: _revision, ...flag } = data;
        if (event === 'flag_updated') copy.set(data.flag_id, flag);
        if (event === 'flag_deleted') copy.delete(data.flag_id);
      }
      const served = await gateways[index]!.get('/api/v1/flags', key);
      expect([...copy.values()].toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual(
        served.body.toSorted((a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
      );
      stream.close();
    }

    // A flag without changes has no entries, which would pass the check.
    expect(flagIds.filter((flagId) => valuesOf(flagId, streams[0]!).length === 0)).toEqual([]);
    for (const flagId of flagIds) {
      const query = `flag=${flagId}&environment=${project.development.id}&action=flag_toggle&limit=1000`;
      await eventually(async () => {
        const entries = (await project.owner.client.get(`/api/projects/${project.id}/audit?${query}`)).body as Toggle[];
        const inOrder = entries.toReversed();
        expect(inOrder.map(({ new_values }) => new_values.is_enabled)).toEqual(valuesOf(flagId, streams[0]!));
        for (const [index, entry] of inOrder.entries())
          expect(entry.old_values).toEqual(index === 0 ? inOrder[0]!.old_values : inOrder[index - 1]!.new_values);
      });
    }
  }, 120_000);
});
