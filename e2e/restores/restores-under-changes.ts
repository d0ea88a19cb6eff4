import {
  aFlag,
  type ServiceResponse,
  aProject,
  type Environment,
  type Flag,
  type Project,
  queryDatabase,
  sharedCluster,
} from '@burgee/testing';
import { expect } from '@jest/globals';
import fc from 'fast-check';

const { url } = sharedCluster();
const FLAGS = 5;

type Past = { flag_id: string; key: string; name: string; set_by: unknown };
type Write = { kind: 'toggle' | 'edit' | 'archive' | 'unarchive' | 'delete'; flag: number; value: number };

interface Round {
  writes: Write[];
  /** Which of the positions seen so far. */
  target: number;
  isTried: boolean;
}

const write = fc.record<Write>({
  kind: fc.constantFrom('toggle', 'toggle', 'toggle', 'edit', 'edit', 'archive', 'unarchive', 'delete'),
  flag: fc.nat(FLAGS - 1),
  value: fc.nat(100),
});
const round = fc.record<Round>({
  writes: fc.array(write, { minLength: 1, maxLength: 6 }),
  target: fc.nat(),
  isTried: fc.boolean(),
});

function send(
  { owner: { client } }: Project,
  { id }: Environment,
  flag: Flag,
  { kind, value }: Write,
): Promise<ServiceResponse> {
  const path = `/api/flags/${flag.id}`;
  if (kind === 'toggle') return client.patch(`${path}/environments/${id}/toggle`, { is_enabled: value % 2 === 0 });
  if (kind === 'edit') return client.patch(`${path}/environments/${id}`, { rollout_percentage: value });
  return kind === 'delete' ? client.call('DELETE', path) : client.post(`${path}/${kind}`);
}

const flagsOf = ({ body }: ServiceResponse): Map<string, object> =>
  new Map(body.flags.map(({ set_by: _by, ...flag }: Past) => [flag.flag_id, flag]));

/** All or nothing: as many consecutive revisions as flags here, made by one transaction, which made no other here. */
async function expectOneCommit(environment: Environment, { body, headers }: ServiceResponse): Promise<void> {
  const last = Number(/-(\d+)$/.exec(await lastPosition(environment, String(headers['burgee-position'])))?.[1]);
  const rows = await queryDatabase<{ revision: number }>(
    `select revision::int from flags.history
     where environment_id = $1 and xmin = (select xmin from flags.history where environment_id = $1 and revision = $2)
     order by revision`,
    [environment.id, last],
  );
  const count = body.changes.length;
  expect(rows.map(({ revision }) => revision)).toEqual(Array.from({ length: count }, (_, n) => last - count + 1 + n));
}

/** A restore that brings a flag back also changes other environments, and names their positions. */
async function lastPosition({ id }: Environment, positions: string): Promise<string> {
  const [row] = await queryDatabase<{ epoch: string }>('select flags.current_epoch($1::uuid) as epoch', [id]);
  return positions.split(', ').find((position) => position.startsWith(`${row?.epoch}-`)) ?? '';
}

async function restoreOnce(
  project: Project,
  environment: Environment,
  at: string,
  isTried: boolean,
): Promise<ServiceResponse> {
  const path = `/api/environments/${environment.id}/restore`;
  const tried = isTried ? await project.owner.client.post(path, { at, dry_run: true }) : undefined;
  if (tried && tried.status !== 200) return tried;
  return project.owner.client.post(path, { at, ...(tried && { if_match: tried.body.tag }) });
}

function expectBothSides({ status, body }: ServiceResponse): void {
  expect([409, 412]).toContain(status);
  if (status === 409) return;
  const sides = { from: expect.anything(), to: expect.any(Object) };
  for (const change of body.current.changes)
    expect(change).toMatchObject(change.action === 'change' ? sides : { from: null, to: sides.to });
}

/** Expects the whole flag set as it was, regardless of later changes. */
async function expectRestored(
  project: Project,
  environment: Environment,
  at: string,
  answer: ServiceResponse,
): Promise<void> {
  const read = (where: string) =>
    project.owner.client.get(`/api/environments/${environment.id}/history?${new URLSearchParams({ at: where })}`);
  const now = flagsOf(await read(await lastPosition(environment, String(answer.headers['burgee-position']))));
  for (const [id, flag] of flagsOf(await read(at))) expect(now.get(id)).toEqual(flag);
}

/**
 * Restores under concurrent changes, on the real database: each makes consecutive revisions in one commit, and leads to
 * the requested flag set; or it is refused, and shows both sides.
 * @returns how many were carried out, and how many refused
 */
export async function restoresUnderChanges(seed: number, runs: number, rounds: number) {
  const counted = { done: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: rounds, maxLength: rounds }), async (all) => {
      const project = await aProject(url);
      const environment = project.production;
      const flags: Flag[] = [];
      for (let n = 0; n < FLAGS; n++) flags.push(await aFlag(project, { key: `flag-${n}` }));
      const seen: string[] = [];
      for (const { writes, target, isTried } of all) {
        const { body } = await project.owner.client.get(`/api/environments/${environment.id}/history`);
        seen.push(body.position);
        const at = seen[target % seen.length] as string;
        const [answer] = await Promise.all([
          restoreOnce(project, environment, at, isTried),
          ...writes.map((one) => send(project, environment, flags[one.flag] as Flag, one)),
        ]);
        if (answer.status !== 200) {
          expectBothSides(answer);
          counted.refused++;
          continue;
        }
        counted.done++;
        if (answer.body.changes.length > 0) await expectOneCommit(environment, answer);
        await expectRestored(project, environment, at, answer);
      }
    }),
    { seed, numRuns: runs, endOnFailure: true },
  );
  return counted;
}
