import {
  DomainError,
  needsAllEnvironments,
  type TokenLimits,
  type TokenScope,
  type Verb,
} from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';

interface Owner {
  userId?: string;
  projectId?: string;
}

const invalid = (field: string, detail: string) =>
  new DomainError('invalid_request', `The token was not made: ${field} ${detail}.`, {
    errors: [{ pointer: `/${field}`, detail }],
  });

/** What the fields of a request cannot say alone. @throws invalid_request */
export async function assertScope(
  manager: Pick<EntityManager, 'sql'>,
  { verbs, projects, environments }: TokenScope,
  { userId, projectId }: Owner,
): Promise<void> {
  if (environments && needsAllEnvironments({ verbs }))
    throw invalid('environments', 'cannot be combined with manage or administer, which concern all of them');
  if (environments && !projects) throw invalid('projects', 'is required with environments');
  const unknown = await manager.sql<{ kind: string; id: string }[]>`
    select 'projects' as kind, id from unnest(${projects ?? []}::uuid[]) as id
    where not exists (select from access_read.project_v1 p where p.project_id = id)
       or (${userId ?? null}::uuid is not null and not exists (
             select from access_read.member_v1 m where m.project_id = id and m.user_id = ${userId ?? null}::uuid))
    union all
    select 'environments', id from unnest(${environments ?? []}::uuid[]) as id
    where not exists (select from access_read.environment_v1 e
                      where e.environment_id = id and e.project_id = any (${projects ?? []}::uuid[]))`;
  const [first] = unknown;
  if (!first) return;
  const where = first.kind === 'environments' ? `${projectId ? 'this project' : 'these projects'}` : 'your reach';
  throw invalid(first.kind, `has ${first.id}, which is not in ${where}`);
}

const NO_LIMITS: TokenLimits = { flags: null, tag: null, step: null, without_step: [], changes: null, ask: false };

/** With a value for each limit, as they are stored. Null where none was given. */
export const toLimits = (given: Partial<TokenLimits> | undefined): TokenLimits | null =>
  given === undefined ? null : { ...NO_LIMITS, ...given };

/** Limits are of changes of values, so they would not hold what manages. @throws invalid_request */
export function assertLimits(limits: TokenLimits | null, verbs: readonly Verb[]): void {
  if (limits && needsAllEnvironments({ verbs }))
    throw invalid('limits', 'cannot be combined with manage or administer, which have none');
  if (limits?.without_step.length && limits.step === null)
    throw invalid('limits/without_step', 'needs a step: send limits.step as well');
}
