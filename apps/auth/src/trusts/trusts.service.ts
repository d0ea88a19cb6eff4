import type { CreateTrustRequest, TrustView } from '@burgee/contracts/http';
import { type AuditAction, DomainError, EXCHANGED_MINUTES_AT_MOST, TRUSTS_AT_MOST } from '@burgee/contracts/wire';
import { auditMessage } from '@burgee/outbox';
import { currentRequestId } from '@burgee/process-kit';
import { urlFault } from '@burgee/process-kit/outbound';
import { notFound } from '@burgee/service-kit';
import { assertFreshProof, type CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type AuthConfig, CONFIG } from '../config.js';
import { waitForChanges } from '../persistence/installation.js';
import { storeMessages } from '../persistence/store-messages.js';
import { assertLimits, assertScope, toLimits } from '../tokens/token-scope-faults.js';
import { TokensService } from '../tokens/tokens.service.js';
import { ALLOWS_PRIVATE } from './issuer-keys.js';
import { TrustRepository, type TrustRow } from './trust.repository.js';
import { claimFaults } from './trust-rules.js';

/** Makes and deletes trusts. Each act and its entry are one transaction. Only sessions come here. */
@Injectable()
export class TrustsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trusts: TrustRepository,
    private readonly tokens: TokensService,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'ISSUERS_ALLOW_PRIVATE'>,
  ) {}

  /** @throws fresh_proof_required, invalid_request, quota_exceeded, and what the guard throws */
  async create(actor: CurrentUser, projectId: string, request: CreateTrustRequest): Promise<TrustView> {
    assertFreshProof(actor);
    this.assertRules(request);
    const { environments = null, minutes = EXCHANGED_MINUTES_AT_MOST, verbs } = request;
    const limits = toLimits(request.limits);
    const made = { id: uuidv7(), project_id: projectId, created_by: actor.id };
    const trust: TrustRow = { ...request, ...made, environments, minutes, limits };
    return this.database.transaction(async (manager) => {
      await this.tokens.lock(manager, actor, { projectId });
      await assertScope(manager, { verbs, environments, projects: [projectId] }, { projectId });
      assertLimits(limits, verbs);
      if ((await this.trusts.count(projectId, manager)) >= TRUSTS_AT_MOST)
        throw new DomainError('quota_exceeded', `The project has ${TRUSTS_AT_MOST} trusts. Delete one first.`);
      await this.trusts.insert(trust, manager);
      const { created_by: _maker, project_id: _project, id: trust_id, ...described } = trust;
      await this.record(manager, actor, projectId, 'trust_create', { trust_id, ...described });
      const view = (await this.trusts.list(projectId, manager)).find(({ id }) => id === trust.id);
      if (!view) throw notFound();
      return view;
    });
  }

  /** No token of its jobs is accepted any more, and none of their changes is in progress, when this returns. */
  async delete(actor: CurrentUser, projectId: string, id: string): Promise<void> {
    const tokenIds = await this.database.transaction(async (manager) => {
      await this.tokens.lock(manager, actor, { projectId });
      const deleted = await this.trusts.delete(projectId, id, manager);
      if (!deleted) throw notFound();
      await this.record(manager, actor, projectId, 'trust_delete', { trust_id: id, name: deleted.name });
      return deleted.tokenIds;
    });
    for (const tokenId of tokenIds) await waitForChanges(this.database, tokenId);
  }

  private assertRules(request: CreateTrustRequest): void {
    const allowed = { allowPrivate: this.config.ISSUERS_ALLOW_PRIVATE === 'on', setting: ALLOWS_PRIVATE };
    const fault = urlFault(request.issuer, 'https://gitlab.com', allowed);
    const errors = [...(fault ? [{ pointer: '/issuer', detail: fault }] : []), ...claimFaults(request)];
    if (errors.length === 0) return;
    const summary = errors.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`).join('; ');
    throw new DomainError('invalid_request', `The trust was not made: ${summary}.`, { errors });
  }

  private async record(
    manager: EntityManager,
    actor: CurrentUser,
    project_id: string,
    action: Extract<AuditAction, 'trust_create' | 'trust_delete'>,
    values: Record<string, unknown>,
  ): Promise<void> {
    const isNew = action === 'trust_create';
    const note = { action, project_id, old_values: isNew ? null : values, new_values: isNew ? values : null };
    await storeMessages(manager, [auditMessage(note, actor, currentRequestId())]);
  }
}
