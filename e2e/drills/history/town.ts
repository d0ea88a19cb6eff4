import { createHash } from 'node:crypto';
import {
  aFlag,
  aProject,
  type DrillHouse,
  type Environment,
  eventually,
  type Flag,
  type Project,
} from '@burgee/testing';
import { type CallAnswer, call } from './call.js';

const FLAGS = 5;

/** One environment under load, and where it stood when that began. */
export interface Plot {
  environment: Environment;
  first: number;
  epoch: string;
  /** The body of `first`. */
  body: string;
}

/** What all the traffic of a run goes to: one project, its flags, its environments. */
export interface Town {
  house: DrillHouse;
  project: Project;
  flags: Flag[];
  plots: Plot[];
}

/** As short as a content can be told from another. */
export const digestOf = (body: string): string => createHash('sha1').update(body).digest('base64url').slice(0, 12);

/** The place that an ETag names. */
export function placeOf(tag: string | undefined): { epoch: string; revision: number } {
  const [, epoch = '', revision] = /^"(\w+)-(\d+)"$/.exec(tag ?? '') ?? [];
  return { epoch, revision: Number(revision) };
}

export function readFlags(gatewayUrl: string, environment: Environment): Promise<CallAnswer | undefined> {
  return call(`${gatewayUrl}/api/v1/flags`, { headers: { 'x-sdk-key': environment.sdk_key }, withinMs: 6_000 });
}

/** Every replica has served every environment once, so that it has something to answer from whatever comes. */
function plotOf(house: DrillHouse, environment: Environment): Promise<Plot> {
  return eventually(async () => {
    const answers = await Promise.all(house.gateways.map(({ base }) => readFlags(base, environment)));
    const [answer] = answers;
    if (!answer || answers.some((one) => one?.status !== 200)) throw new Error('Not every replica serves.');
    const { epoch, revision } = placeOf(answer.headers.etag);
    return { environment, first: revision, epoch, body: answer.text };
  });
}

export async function buildTown(house: DrillHouse, environments: number): Promise<Town> {
  const project = await aProject(house.url);
  const all = [...project.environments];
  while (all.length < environments) {
    const path = `/api/projects/${project.id}/environments`;
    const answer = await project.owner.visitor.post(path, { name: `Plot ${all.length}` });
    if (answer.status !== 201) throw new Error(`create environment answered ${answer.status}: ${answer.text}`);
    all.push(answer.body as Environment);
  }
  const flags: Flag[] = [];
  for (let n = 0; n < FLAGS; n++) flags.push(await aFlag(project));
  const plots = await Promise.all(all.slice(0, environments).map((environment) => plotOf(house, environment)));
  return { house, project, flags, plots };
}
