import { currentTraceparent, unavailable } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import { type Fact, makesRevision, type StoredFact } from './facts.js';

interface StoredRow {
  event_id: string;
  revision: number | null;
  epoch: string;
  occurred_at: Date;
}

/** Several environments are locked in the order of their ids, so that two changes never wait for each other. */
async function lockEnvironments(manager: EntityManager, ids: string[]): Promise<void> {
  if (ids.length < 2) return;
  await manager.sql`select id from flags.environments where id = any(${ids}::uuid[]) order by id for no key update`;
}

/**
 * The last step of a change: raises the revision of each environment it touched and stores its facts. The row lock
 * taken here is what makes revisions gapless and in commit order; taken last, it is held the shortest.
 */
export async function storeFacts(manager: EntityManager, facts: readonly Fact[]): Promise<StoredFact[]> {
  const drafts = facts.map((fact) => ({ ...fact, revised: makesRevision(fact) }));
  await lockEnvironments(
    manager,
    drafts.flatMap((draft) => (draft.revised ? [draft.environment_id as string] : [])),
  );
  const rows = await manager.sql<StoredRow[]>`
    with fact as (
      select * from json_to_recordset(${JSON.stringify(drafts)}::json)
        as f(event_id uuid, kind text, environment_id uuid, payload jsonb, revised boolean)
    ), raised as (
      update flags.environments e set revision = e.revision + 1
      from fact where fact.revised and e.id = fact.environment_id
      returning e.id, e.revision
    )
    insert into flags.outbox (event_id, kind, environment_id, revision, payload, traceparent)
    select fact.event_id, fact.kind, fact.environment_id, raised.revision, fact.payload, ${currentTraceparent()}
    from fact left join raised on fact.revised and raised.id = fact.environment_id
    returning event_id, revision, created_at as occurred_at, (select epoch from flags.installation) as epoch`;
  const stored = new Map(rows.map((row) => [row.event_id, row]));
  return drafts.map(({ revised, ...fact }) => {
    const row = stored.get(fact.event_id);
    // Its environment was deleted between our look and our lock: nothing is changed, and the next try sees it gone.
    if (!row || (revised && row.revision === null)) throw unavailable();
    return { ...fact, ...row };
  });
}
