import { currentRequestId } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AfterCommit, type ShelfUpdate } from './after-commit.js';
import { Change } from './change.js';
import type { Fact, StoredFact } from './facts.js';

async function store(manager: EntityManager, facts: readonly Fact[]): Promise<StoredFact[]> {
  const times = await manager.sql<{ event_id: string; created_at: Date }[]>`
    insert into flags.outbox (event_id, kind, environment_id, revision, payload)
    select event_id, kind, environment_id, revision, payload
    from json_to_recordset(${JSON.stringify(facts)}::json)
      as fact(event_id uuid, kind text, environment_id uuid, revision bigint, payload jsonb)
    returning event_id, created_at`;
  const timeOf = new Map(times.map((row) => [row.event_id, row.created_at]));
  return facts.map((fact) => ({ ...fact, occurred_at: timeOf.get(fact.event_id) ?? new Date() }));
}

/**
 * Every change of flags-admin goes through here: one transaction that holds the change and its facts; then, best
 * effort and bounded, the shelf, the doorbell and the audit entry. A change without facts changed nothing.
 */
@Injectable()
export class Changes {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly afterCommit: AfterCommit,
  ) {}

  async run<T>(
    actor: CurrentUser,
    work: (change: Change) => Promise<T>,
    shelf: ShelfUpdate = 'invalidate',
  ): Promise<T> {
    const { result, facts } = await this.database.transaction(async (manager) => {
      const change = new Change(manager, actor, currentRequestId());
      const result = await work(change);
      return { result, facts: change.facts.length > 0 ? await store(manager, change.facts) : [] };
    });
    if (facts.length > 0) await this.afterCommit.run(facts, shelf);
    return result;
  }
}
