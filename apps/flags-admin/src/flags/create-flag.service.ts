import type { CreateFlagRequest, FlagView } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { violatedConstraint } from '@burgee/process-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { lockServing } from '../change-rules/read-rules.js';
import { Quotas } from '../quotas/quotas.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { assertOwner } from './assert-owner.js';
import { describedFlag, flagView, FRESH_VALUE, notServedIn, toServed } from './flag-row.js';
import { namesOfPeople } from './names-of-people.js';
import { type Positioned, positionsOf } from './position.js';
import { sortedTags } from './sorted-tags.js';
import { FlagQuery } from './flag.query.js';
import { findFlag, valuesOfFlags } from './read-flag.js';

async function insertFlag(
  manager: EntityManager,
  projectId: string,
  actorId: string,
  request: CreateFlagRequest,
): Promise<string> {
  const id = uuidv7();
  const { key, name = key, type = 'boolean', description = null, tags = [], owner_id = null } = request;
  const { kind = null, ends_on = null } = request;
  await manager.sql`
    insert into flags.flags (id, project_id, key, name, type, description, tags, owner_id, kind, ends_on, created_by)
    values (${id}, ${projectId}, ${key}, ${name}, ${type}, ${description}, ${sortedTags(tags)}::text[], ${owner_id},
            ${kind}, ${ends_on}::date, ${actorId})`;
  const serving = await lockServing(manager, projectId);
  const values = JSON.stringify(
    [...serving].map(([environment_id, served]) => ({ id: uuidv7(), environment_id, served })),
  );
  await manager.sql`
    insert into flags.flag_values (id, flag_id, environment_id, served)
    select id, ${id}::uuid, environment_id, served
    from json_to_recordset(${values}::json) as v(id uuid, environment_id uuid, served boolean)`;
  return id;
}

@Injectable()
export class CreateFlagService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
    private readonly flags: FlagQuery,
  ) {}

  /**
   * Creates the flag in every environment of its project: off, 100 %, no targeting rule. Clients do not get it yet where
   * the environment is frozen or requires approvals.
   */
  async create(actor: CurrentUser, projectId: string, request: CreateFlagRequest): Promise<Positioned<FlagView>> {
    try {
      return await this.insert(actor, projectId, request);
    } catch (error) {
      if (violatedConstraint(error) !== 'flags_key') throw error;
      throw await this.duplicate(projectId, request.key);
    }
  }

  private async duplicate(projectId: string, key: string): Promise<DomainError> {
    const isArchived = await this.flags.isArchived(projectId, key);
    const detail = isArchived
      ? 'An archived flag in this project has this key. Unarchive it, delete it permanently, or choose another key.'
      : 'This project already has a flag with this key. Choose another key.';
    return new DomainError('duplicate', detail, { errors: [{ pointer: '/key', detail: 'is taken' }] });
  }

  private async insert(
    actor: CurrentUser,
    projectId: string,
    request: CreateFlagRequest,
  ): Promise<Positioned<FlagView>> {
    const { result, messages } = await this.unitOfWork.commit(actor, async (change) => {
      await lockProject(change.manager, projectId);
      await this.quotas.roomForFlag(change.manager, projectId);
      await assertOwner(change.manager, projectId, request.owner_id);
      const flag = await findFlag(change.manager, await insertFlag(change.manager, projectId, actor.id, request));
      const values = await valuesOfFlags(change.manager, [flag.id]);
      for (const value of values)
        if (value.served !== false) change.flagCreated(value.environment_id, toServed(flag, value));
      const { key } = flag;
      change.audit({
        action: 'flag_create',
        project_id: projectId,
        flag_id: flag.id,
        flag_key: key,
        old_values: null,
        new_values: { ...describedFlag(flag), ...FRESH_VALUE, ...notServedIn(values) },
      });
      return flagView(flag, values, await namesOfPeople(change.manager, [flag]));
    });
    return { view: result, position: positionsOf(messages) };
  }
}
