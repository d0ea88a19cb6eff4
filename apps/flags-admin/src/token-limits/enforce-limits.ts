import { type AuditAction, DomainError, type LimitedToken } from '@burgee/contracts/wire';
import type { NewOutboxMessage } from '@burgee/outbox';
import type { EntityManager } from 'typeorm';
import { beyondLimits, type ValueChanged } from './decide-limits.js';

/** What a token wants to change beyond its limits, for a person to approve. */
export interface AskedChange {
  environmentId: string;
  changes: readonly ValueChanged[];
}

/** A change goes beyond the limits of its token. */
export class BeyondLimits extends DomainError {
  /** @param asked undefined where nothing may ask for it */
  constructor(
    why: string,
    readonly asked?: AskedChange,
  ) {
    super('limit_exceeded', `This token ${why}. Nothing was changed. Ask a person, or who made the token.`);
  }
}

interface LimitedChange {
  manager: EntityManager;
  /** The values that it changes. */
  values: readonly ValueChanged[];
  messages: readonly NewOutboxMessage[];
}

/** What a limited token may do. A schedule would act when nobody counts. */
const OF_VALUES = new Set<AuditAction>(['flag_toggle', 'flag_update', 'change_request_update']);

/** Counts first, since this locks the row: two changes of one token decide one after the other. */
async function count(manager: EntityManager, tokenId: string, changes: number): Promise<number> {
  const [row] = await manager.sql<[{ changed: number }]>`
    insert into flags.token_changes (token_id, changed) values (${tokenId}, ${changes}::int)
    on conflict (token_id) do update
      set changed = token_changes.changed + excluded.changed, updated_at = clock_timestamp()
    returning changed`;
  return row.changed - changes;
}

async function tagsOf(manager: EntityManager, flagIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await manager.sql<{ id: string; tags: string[] }[]>`
    select id, tags from flags.flags where id = any(${flagIds}::uuid[])`;
  return new Map(rows.map(({ id, tags }) => [id, tags]));
}

/**
 * The last check of a change by a limited token, under the locks of its values. A refusal rolls the count back with all
 * else. @throws BeyondLimits
 */
export async function enforceLimits({ manager, values, messages }: LimitedChange, { tokenId, limits }: LimitedToken) {
  const served = messages.filter(({ kind }) => kind !== 'audit').length;
  const isOther = messages.some((message) => message.kind === 'audit' && !OF_VALUES.has(message.payload.action));
  // Nothing else has a limit here, so it is not for a limited token.
  if (isOther || served > values.length) throw new BeyondLimits('may only change values, at once');
  if (values.length === 0) return;
  const tags =
    limits.tag === null
      ? new Map<string, string[]>()
      : await tagsOf(
          manager,
          values.map(({ flagId }) => flagId),
        );
  const used = await count(manager, tokenId, values.length);
  const why = beyondLimits(
    limits,
    used,
    values.map((value) => ({ ...value, tags: tags.get(value.flagId) ?? [] })),
  );
  if (why === undefined) return;
  const [first] = values;
  const isInOne = values.every(({ environmentId }) => environmentId === first?.environmentId);
  throw new BeyondLimits(
    why,
    limits.ask && first && isInOne ? { environmentId: first.environmentId, changes: values } : undefined,
  );
}
