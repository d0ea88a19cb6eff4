import type { LiveTokenRow } from '@burgee/contracts/wire';
import { notFound } from '@burgee/service-kit';
import { assertFreshProof, type CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

/** Which tokens of the installation may act in a project. */
@Injectable()
export class TokenAccessService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws fresh_proof_required, not_found for tokens of other kinds or for other projects */
  async admit(actor: CurrentUser, projectId: string, tokenId: string): Promise<void> {
    assertFreshProof(actor);
    await this.unitOfWork.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      const [token] = await change.manager.sql<Pick<LiveTokenRow, 'token_name' | 'verbs' | 'environment_ids'>[]>`
        select token_name, verbs, environment_ids from session_read.token_v1
        where token_id = ${tokenId} and user_id is null and project_id is null
          and (project_ids is null or ${projectId}::uuid = any (project_ids))`;
      if (!token) throw notFound();
      const made = await change.manager.sql<unknown[]>`
        insert into flags.token_access (token_id, project_id, admitted_by)
        values (${tokenId}, ${projectId}, ${actor.id}) on conflict do nothing returning token_id`;
      if (made.length === 0) return;
      const { token_name: name, verbs, environment_ids: environments } = token;
      const new_values = { token_id: tokenId, name, verbs, environments };
      change.audit({ action: 'token_admit', project_id: projectId, old_values: null, new_values });
    });
  }

  /** None of the token's changes in the project is in progress when this returns. @throws not_found */
  async exclude(actor: CurrentUser, projectId: string, tokenId: string): Promise<void> {
    await this.unitOfWork.run(
      actor,
      async (change) => {
        await lockProject(change.manager, projectId);
        const [, deleted] = await change.manager.sql<[unknown[], number]>`
          delete from flags.token_access where token_id = ${tokenId} and project_id = ${projectId}`;
        if (deleted === 0) throw notFound();
        const [named] = await change.manager.sql<{ name: string }[]>`
          select name from session_read.user_v1 where user_id = ${tokenId}`;
        const old_values = { token_id: tokenId, name: named?.name ?? null };
        change.audit({ action: 'token_exclude', project_id: projectId, old_values, new_values: null });
      },
      // It takes roles away, so it waits for what they made possible.
      { changesMembers: true },
    );
  }
}
