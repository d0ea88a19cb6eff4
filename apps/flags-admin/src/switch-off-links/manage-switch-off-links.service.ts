import { type CreatedSwitchOffLink, type CreateSwitchOffLinkRequest, SWITCH_OFF_PATH } from '@burgee/contracts/http';
import { DomainError, may } from '@burgee/contracts/wire';
import { notFound } from '@burgee/service-kit';
import { assertFreshProof, type CurrentUser, type Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Change } from '../unit-of-work/change.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import {
  deleteSwitchOffLink,
  describedLink,
  findSwitchOffLink,
  insertSwitchOffLink,
  type SwitchOffLinkRow,
  toSwitchOffLinkView,
} from './switch-off-link.repository.js';
import { hashSwitchOffSecret, newSwitchOffSecret } from './switch-off-secret.js';

const LINKS_AT_MOST = 100;

/** The environment of a project. */
interface Place extends Pick<Membership, 'projectId'> {
  environmentId: string;
}

/** A link passes freezes and approvals, so it takes who may override them. @throws role_too_low */
export function assertMayManageLinks(change: Pick<Change, 'role'>): void {
  if (!may({ role: change.role }, 'bypass_rules'))
    throw new DomainError('role_too_low', 'Only owners can make and revoke switch-off links. Ask an owner.');
}

/** @throws invalid_request unless exactly one of both is given */
function assertOneSubject({ flag_id, tag }: CreateSwitchOffLinkRequest): void {
  if ((flag_id === undefined) !== (tag === undefined)) return;
  const detail = flag_id === undefined ? 'flag_id is required, or tag' : 'tag is not allowed with flag_id';
  throw new DomainError('invalid_request', `The request was refused: ${detail}.`, {
    errors: [{ pointer: flag_id === undefined ? '/flag_id' : '/tag', detail }],
  });
}

/** @throws not_found for an environment of another project, invalid_request for such a flag */
export async function assertExist(manager: EntityManager, place: Place, flagId?: string): Promise<void> {
  const [found] = await manager.sql<{ has_environment: boolean; has_flag: boolean }[]>`
    select exists(select from flags.environments
                  where id = ${place.environmentId} and project_id = ${place.projectId}) as has_environment,
           exists(select from flags.flags where id = ${flagId ?? null} and project_id = ${place.projectId}) as has_flag`;
  if (!found?.has_environment) throw notFound();
  if (flagId === undefined || found.has_flag) return;
  const errors = [{ pointer: '/flag_id', detail: 'is not a flag of this project' }];
  throw new DomainError('invalid_request', 'The request was refused: flag_id is not a flag of this project.', {
    errors,
  });
}

/** The caller has locked the project. @throws quota_exceeded */
async function assertRoom(manager: EntityManager, projectId: string): Promise<void> {
  const [row] = await manager.sql<{ count: number }[]>`
    select count(*)::int as count from flags.switch_off_links where project_id = ${projectId}`;
  if ((row?.count ?? 0) >= LINKS_AT_MOST)
    throw new DomainError(
      'quota_exceeded',
      `A project can have up to ${LINKS_AT_MOST} switch-off links. Revoke some first.`,
    );
}

function auditLink(
  change: Change,
  action: 'switch_off_link_create' | 'switch_off_link_revoke',
  link: SwitchOffLinkRow,
): void {
  const values = describedLink(link);
  change.audit({
    action,
    project_id: link.project_id,
    flag_id: link.flag_id,
    flag_key: link.flag_key,
    environment_id: link.environment_id,
    environment_name: link.environment_name,
    old_values: action === 'switch_off_link_revoke' ? values : null,
    new_values: action === 'switch_off_link_create' ? values : null,
  });
}

/** Makes and revokes links. */
@Injectable()
export class ManageSwitchOffLinksService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws invalid_request, not_found, quota_exceeded, role_too_low, fresh_proof_required */
  async create(actor: CurrentUser, place: Place, request: CreateSwitchOffLinkRequest): Promise<CreatedSwitchOffLink> {
    assertOneSubject(request);
    const { name, flag_id: flagId, tag = null, effect = 'off' } = request;
    const id = uuidv7();
    const secret = newSwitchOffSecret();
    return this.unitOfWork.run(actor, async (change) => {
      assertMayManageLinks(change);
      assertFreshProof(actor);
      const { manager } = change;
      await lockProject(manager, place.projectId);
      await assertExist(manager, place, flagId);
      await assertRoom(manager, place.projectId);
      const secretHash = hashSwitchOffSecret(secret);
      await insertSwitchOffLink(manager, {
        ...place,
        id,
        name,
        flagId: flagId ?? null,
        tag,
        effect,
        secretHash,
        createdBy: actor.id,
      });
      const link = await findSwitchOffLink(manager, place.projectId, id);
      if (!link) throw notFound();
      auditLink(change, 'switch_off_link_create', link);
      return { ...toSwitchOffLinkView(link), path: SWITCH_OFF_PATH + secret };
    });
  }

  /** @throws not_found, role_too_low */
  revoke(actor: CurrentUser, { projectId, environmentId }: Place, id: string): Promise<void> {
    return this.unitOfWork.run(actor, async (change) => {
      assertMayManageLinks(change);
      const link = await findSwitchOffLink(change.manager, projectId, id);
      const isHere = link?.environment_id === environmentId.toLowerCase();
      if (!link || !isHere || !(await deleteSwitchOffLink(change.manager, id))) throw notFound();
      auditLink(change, 'switch_off_link_revoke', link);
    });
  }
}
