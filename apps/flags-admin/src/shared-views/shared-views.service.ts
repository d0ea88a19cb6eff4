import type { SharedView, SharedViewRequest, UpdateSharedViewRequest } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { violatedConstraint } from '@burgee/process-kit';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Change } from '../unit-of-work/change.js';
import { changedFields } from '../unit-of-work/changed-fields.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

const AT_MOST = 50;

/** A view of a project. */
interface Place {
  projectId: string;
  id: string;
}

/** Raw SQL text: a constant of this file. */
const COLUMNS = () => `v.id, v.name, v.search, v.created_by, v.created_at,
  (select u.name from session_read.user_v1 u where u.user_id = v.created_by) as created_by_name`;

interface Row extends Omit<SharedView, 'created_at'> {
  created_at: Date;
}

const toView = ({ created_at, ...same }: Row): SharedView => ({ ...same, created_at: created_at.toISOString() });

function auditView(
  change: Change,
  projectId: string,
  before: SharedViewRequest | undefined,
  after: SharedViewRequest | undefined,
): void {
  const valuesOf = (view: SharedViewRequest | undefined) => ({
    shared_view: view ? { name: view.name, search: view.search } : null,
  });
  change.audit({
    action: 'project_update',
    project_id: projectId,
    old_values: valuesOf(before),
    new_values: valuesOf(after),
  });
}

function refuseTakenName(error: unknown): never {
  if (violatedConstraint(error) !== 'shared_views_of_project') throw error;
  throw new DomainError('duplicate', 'This project has a shared view of this name. Choose another name.', {
    errors: [{ pointer: '/name', detail: 'is taken' }],
  });
}

async function read(manager: EntityManager, { projectId, id }: Place): Promise<SharedView> {
  const [row] = await manager.sql<Row[]>`
    select ${COLUMNS} from flags.shared_views v where v.id = ${id} and v.project_id = ${projectId}`;
  if (!row) throw notFound();
  return toView(row);
}

/** The searches of the table of flags that a project's members share. They outlive the membership of their authors. */
@Injectable()
export class SharedViewsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async list(projectId: string): Promise<SharedView[]> {
    const rows = await this.database.sql<Row[]>`
      select ${COLUMNS} from flags.shared_views v where v.project_id = ${projectId} order by lower(v.name)`;
    return rows.map(toView);
  }

  /** @throws duplicate, quota_exceeded */
  create(actor: CurrentUser, projectId: string, { name, search }: SharedViewRequest): Promise<SharedView> {
    const id = uuidv7();
    return this.unitOfWork.run(actor, async (change) => {
      const { manager } = change;
      await lockProject(manager, projectId);
      const [row] = await manager.sql<{ count: number }[]>`
        select count(*)::int as count from flags.shared_views where project_id = ${projectId}`;
      if ((row?.count ?? 0) >= AT_MOST)
        throw new DomainError('quota_exceeded', `A project can have up to ${AT_MOST} shared views. Delete some first.`);
      await manager.sql`
        insert into flags.shared_views (id, project_id, name, search, created_by)
        values (${id}, ${projectId}, ${name}, ${search}, ${actor.id})`.catch(refuseTakenName);
      auditView(change, projectId, undefined, { name, search });
      return read(manager, { projectId, id });
    });
  }

  /** @throws not_found, duplicate */
  update(actor: CurrentUser, place: Place, request: UpdateSharedViewRequest): Promise<SharedView> {
    const { projectId, id } = place;
    return this.unitOfWork.run(actor, async (change) => {
      const { manager } = change;
      await lockProject(manager, projectId);
      const before = await read(manager, place);
      const changed = changedFields<SharedViewRequest>(before, request);
      if (!changed) return before;
      const { name, search } = changed.next;
      await manager.sql`
        update flags.shared_views set name = ${name}, search = ${search} where id = ${id}`.catch(refuseTakenName);
      auditView(change, projectId, before, changed.next);
      return { ...before, name, search };
    });
  }

  /** @throws not_found */
  async delete(actor: CurrentUser, place: Place): Promise<void> {
    await this.unitOfWork.run(actor, async (change) => {
      await lockProject(change.manager, place.projectId);
      const before = await read(change.manager, place);
      await change.manager.sql`delete from flags.shared_views where id = ${place.id}`;
      auditView(change, place.projectId, before, undefined);
    });
  }
}
