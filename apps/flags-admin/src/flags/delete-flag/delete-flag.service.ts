import type { FlagDeleted } from '@burgee/contracts';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { Changes } from '../../changes/changes.js';
import { lockFlag, lockValues } from '../flag.query.js';
import { valueState } from '../flag-row.js';

@Injectable()
export class DeleteFlagService {
  constructor(private readonly changes: Changes) {}

  /** The flag goes with its values in every environment; an edit that waited for it finds nothing. */
  delete(actor: CurrentUser, flagId: string): Promise<FlagDeleted> {
    return this.changes.run(actor, async (change) => {
      const flag = await lockFlag(change.manager, flagId);
      const values = await lockValues(change.manager, flagId);
      for (const value of values) change.flagDeleted(value.environment_id, flag);
      await change.manager.sql`delete from flags.flags where id = ${flagId}`;
      const { key, name, type, description } = flag;
      const environments = values.map((row) => ({ environment_id: row.environment_id, ...valueState(row) }));
      change.audit({
        action: 'flag_delete',
        project_id: flag.project_id,
        flag_id: flagId,
        flag_key: key,
        old_values: { key, name, type, description, environments },
        new_values: null,
      });
      return {
        envIds: values.map(({ environment_id }) => ({ environment_id })),
        success: true,
        message: 'Flag deleted successfully',
      };
    });
  }
}
