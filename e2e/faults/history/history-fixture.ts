import { createHash } from 'node:crypto';
import {
  aFlag,
  aProject,
  type TestCluster,
  type Environment,
  eventually,
  retryUnavailable,
  type Flag,
  type Project,
} from '@burgee/testing';
import { type CallAnswer, call } from '../call.js';
import { READ_WAYS } from './read-ways.js';

const FLAGS = 5;

/** One environment under load, and where it stood when that began. */
export interface LoadedEnvironment {
  environment: Environment;
  first: number;
  epoch: string;
  /** The body of `first`. */
  body: Buffer;
}

/** The target of a run's traffic: one project, its flags, its environments. */
export interface HistoryFixture {
  cluster: TestCluster;
  project: Project;
  flags: Flag[];
  loaded: LoadedEnvironment[];
}

/** A short digest that distinguishes contents. */
export const digestOf = (body: string | Buffer): string =>
  createHash('sha1').update(body).digest('base64url').slice(0, 12);

/** The position that an ETag names. */
export function parsePosition(tag: string | undefined): { epoch: string; revision: number } {
  // The rest of the tag names the answer's kind, or its client.
  const [, epoch = '', revision] = /^W\/"(\w+)-(\d+)(?:-[\w-]+)?"$/.exec(tag ?? '') ?? [];
  return { epoch, revision: Number(revision) };
}

export function readFlags(
  gatewayUrl: string,
  environment: Environment,
  { path, body, headersOf } = READ_WAYS.flags,
): Promise<CallAnswer | undefined> {
  const headers = headersOf(environment);
  return call(gatewayUrl + path, { headers, withinMs: 6_000, ...(body && { method: 'POST', body }) });
}

/** Makes every replica serve the environment once in each way, so that it has a last known good answer. */
function loadedEnvironment(cluster: TestCluster, environment: Environment): Promise<LoadedEnvironment> {
  return eventually(async () => {
    const ways = Object.values(READ_WAYS);
    const answers = await Promise.all(
      ways.flatMap((way) => cluster.gateways.map(({ base }) => readFlags(base, environment, way))),
    );
    const [answer] = answers;
    if (!answer || answers.some((one) => one?.status !== 200)) throw new Error('Not every replica serves.');
    const { epoch, revision } = parsePosition(answer.headers.etag);
    return { environment, first: revision, epoch, body: Buffer.from(answer.text) };
  });
}

async function setApprovals({ id, owner }: Project, environments: readonly Environment[], approvals: number) {
  for (const environment of environments) {
    const path = `/api/projects/${id}/environments/${environment.id}`;
    await retryUnavailable(() => owner.client.patch(path, { approvals }));
  }
}

export async function createHistoryFixture(cluster: TestCluster, environments: number): Promise<HistoryFixture> {
  const project = await aProject(cluster.url);
  const all = [...project.environments];
  while (all.length < environments) {
    const path = `/api/projects/${project.id}/environments`;
    const answer = await project.owner.client.post(path, { name: `LoadedEnvironment ${all.length}` });
    if (answer.status !== 201) throw new Error(`create environment answered ${answer.status}: ${answer.text}`);
    all.push(answer.body as Environment);
  }
  const flags: Flag[] = [];
  const used = all.slice(0, environments);
  for (let n = 1; n < FLAGS; n++) flags.push(await aFlag(project));
  // Nothing serves the last one yet: the first write of a history does, in each environment.
  await setApprovals(project, used, 1);
  flags.push(await aFlag(project));
  await setApprovals(project, used, 0);
  const loaded = await Promise.all(used.map((environment) => loadedEnvironment(cluster, environment)));
  return { cluster, project, flags, loaded };
}
