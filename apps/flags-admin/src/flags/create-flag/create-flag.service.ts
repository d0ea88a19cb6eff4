import { type CreateFlagRequest, DomainError, type FlagView } from '@burgee/contracts';
import { violatedConstraint } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Changes } from '../../changes/changes.js';
import { lockProject } from '../../projects/lock-project.js';
import { findFlag, valuesOfFlags } from '../flag.query.js';
import { flagView, FRESH_VALUE, toServed } from '../flag-row.js';

async function insertFlag(manager: EntityManager, projectId: string, request: CreateFlagRequest): Promise<string> {
  const id = uuidv7();
  const { key, name = key, type = 'boolean', description = null } = request;
  await manager.sql`
    insert into flags.flags (id, project_id, key, name, type, description)
    values (${id}, ${projectId}, ${key}, ${name}, ${type}, ${description})`;
  const environments = await manager.sql<{ id: string }[]>`
    select id from flags.environments where project_id = ${projectId}`;
  const values = JSON.stringify(environments.map((environment) => ({ id: uuidv7(), environment_id: environment.id })));
  await manager.sql`
    insert into flags.flag_values (id, flag_id, environment_id)
    select id, ${id}::uuid, environment_id from json_to_recordset(${values}::json) as v(id uuid, environment_id uuid)`;
  return id;
}

@Injectable()
export class CreateFlagService {
  constructor(private readonly changes: Changes) {}

  /** A flag starts off, at 100 %, without a rule, in every environment of its project. */
  async create(actor: CurrentUser, projectId: string, request: CreateFlagRequest): Promise<FlagView> {
    try {
      return await this.insert(actor, projectId, request);
    } catch (error) {
      if (violatedConstraint(error) !== 'flags_key') throw error;
      throw new DomainError('duplicate', 'This project has a flag with this key already.', {
        errors: [{ pointer: '/key', detail: 'is taken' }],
      });
    }
  }

  private insert(actor: CurrentUser, projectId: string, request: CreateFlagRequest): Promise<FlagView> {
    return this.changes.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      const flag = await findFlag(change.manager, await insertFlag(change.manager, projectId, request));
      const values = await valuesOfFlags(change.manager, [flag.id]);
      for (const value of values) change.flagUpdated(value.environment_id, toServed(flag, value));
      const { key, name, type, description } = flag;
      change.audit({
        action: 'flag_create',
        project_id: projectId,
        flag_id: flag.id,
        flag_key: key,
        old_values: null,
        new_values: { key, name, type, description, ...FRESH_VALUE },
      });
      return flagView(flag, values);
    });
  }
}
