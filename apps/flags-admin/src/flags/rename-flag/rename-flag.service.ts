import type { FlagView, UpdateFlagRequest } from '@burgee/contracts';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { changedFields } from '../../changes/changed-fields.js';
import { Changes } from '../../changes/changes.js';
import { findFlag, lockFlag, lockValues, valuesOfFlags } from '../flag.query.js';
import { flagView, toServed } from '../flag-row.js';

async function read(manager: EntityManager, flagId: string): Promise<FlagView> {
  return flagView(await findFlag(manager, flagId), await valuesOfFlags(manager, [flagId]));
}

@Injectable()
export class RenameFlagService {
  constructor(private readonly changes: Changes) {}

  /** SDKs are served the name, so a new one is an event in every environment; a description is not served. */
  rename(actor: CurrentUser, flagId: string, request: UpdateFlagRequest): Promise<FlagView> {
    return this.changes.run(actor, async (change) => {
      const flag = await lockFlag(change.manager, flagId);
      const changed = changedFields({ name: flag.name, description: flag.description }, request);
      if (!changed) return read(change.manager, flagId);
      const { name, description } = changed.next;
      await change.manager.sql`
        update flags.flags set name = ${name}, description = ${description}, updated_at = clock_timestamp() where id = ${flagId}`;
      if (name !== flag.name)
        for (const value of await lockValues(change.manager, flagId))
          change.flagUpdated(value.environment_id, toServed({ ...flag, name }, value));
      change.audit({
        action: 'flag_rename',
        project_id: flag.project_id,
        flag_id: flagId,
        flag_key: flag.key,
        old_values: changed.before,
        new_values: changed.after,
      });
      return read(change.manager, flagId);
    });
  }
}
