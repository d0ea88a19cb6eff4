import { setTimeout } from 'node:timers/promises';
import { BY_OPERATOR, NOBODY } from '@burgee/contracts/wire';
import { LOGGER } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { START } from '../unit-of-work/start.js';
import { changeValue } from './change-flag-value.service.js';
import { valueState } from './flag-row.js';
import { lockFlagAndValue } from './lock-flag.js';

const AGAIN_AFTER_MILLISECONDS = 10_000;
const READ_AT_ONCE = 100;

/** The comment and the bypass reason in the audit entries. */
const WHY = 'A value stored by an older release would mean something else now.';
const BURGEE: CurrentUser = {
  ...NOBODY,
  provenance: BY_OPERATOR,
  note: { comment: WHY, bypassReason: WHY },
  email: '',
  sessionId: '',
  membership: null,
};

interface NotedValue {
  value_id: string;
  flag_id: string;
  environment_id: string;
}

/** @returns the noted return value, or undefined when another replica was faster */
async function takeNote(manager: EntityManager, valueId: string): Promise<string | undefined> {
  const [rows] = await manager.sql<[{ return_value: string }[], number]>`
    delete from flags.lone_return_values where value_id = ${valueId} returning return_value`;
  return rows[0]?.return_value;
}

/**
 * Clears return values without a rule that migration 14 noted, because they are older than unconditional values. Each
 * is a separate change with a revision, an event and an audit entry, and deletes its note in the same transaction. So
 * it happens once with any number of replicas, and continues after a crash. Values are cleared in the order of creation
 * across all accounts: no new notes can appear, so the wait of each account is bounded.
 */
@Injectable()
export class ClearReturnValues implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stop = new AbortController();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.untilEmptied();
  }

  onApplicationShutdown(): void {
    this.stop.abort();
  }

  /**
   * Clears all noted values, or stops before the next one. A failure does not stop the others.
   * @returns the number of cleared values
   * @throws the first failure, after trying all
   */
  async emptyAll(): Promise<number> {
    let count = 0;
    let failure: { error: unknown } | undefined;
    for (let after: string | undefined = START; after !== undefined;) {
      const noted: NotedValue[] = await this.notedAfter(after);
      for (const value of noted) {
        if (this.stop.signal.aborted) return count;
        try {
          if (await this.empty(value)) count++;
        } catch (error) {
          failure ??= { error };
        }
      }
      after = noted.at(-1)?.value_id;
    }
    if (failure) throw failure.error;
    return count;
  }

  private async untilEmptied(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted)
      try {
        const count = await this.emptyAll();
        if (count > 0) this.logger.info({ count }, 'cleared return values without a rule');
        return;
      } catch (error) {
        if (signal.aborted) return;
        const seconds = AGAIN_AFTER_MILLISECONDS / 1_000;
        this.logger.warn({ err: error }, `clearing return values without a rule failed, retrying in ${seconds} s`);
        await setTimeout(AGAIN_AFTER_MILLISECONDS, undefined, { ref: false, signal }).catch(() => undefined);
      }
  }

  private notedAfter(valueId: string): Promise<NotedValue[]> {
    return this.database.sql<NotedValue[]>`
      select n.value_id, v.flag_id, v.environment_id
      from flags.lone_return_values n join flags.flag_values v on v.id = n.value_id
      where n.value_id > ${valueId} order by n.value_id limit ${READ_AT_ONCE}`;
  }

  /** @returns whether the value was cleared: false if it has a rule or another return value by now */
  private empty({ value_id, flag_id, environment_id }: NotedValue): Promise<boolean> {
    return this.unitOfWork.run(BURGEE, async (change) => {
      const locked = await lockFlagAndValue(change.manager, flag_id, environment_id);
      const noted = await takeNote(change.manager, value_id);
      const { targeting_attribute, targeting_value, targeting_return_value } = locked.value;
      const isAsNoted = targeting_return_value === noted && targeting_attribute === null && targeting_value === null;
      if (noted === undefined || !isAsNoted) return false;
      const next = { ...valueState(locked.value), targeting_return_value: null };
      changeValue(change, 'flag_update', { ...locked, next });
      return true;
    });
  }
}
