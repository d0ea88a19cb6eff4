import type { CurrentUser } from '@burgee/session';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ChangeRequested } from '../token-limits/change-requested.js';
import type { AskedChange } from '../token-limits/enforce-limits.js';
import { fieldsOf } from '../flags/flag-row.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { CreateChangeRequestService } from './create-change-request.service.js';

/** Makes change requests of what goes beyond the limits of tokens that may ask. */
@Injectable()
export class AskInstead implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly creation: CreateChangeRequestService,
  ) {}

  onModuleInit(): void {
    this.unitOfWork.askInstead = (actor, asked) => this.ask(actor, asked);
  }

  private async ask(actor: CurrentUser, { environmentId, changes }: AskedChange): Promise<never> {
    const requested = changes.map(({ flagId, after }) => ({ flag_id: flagId, patch: fieldsOf(after) }));
    const projectId = actor.membership?.projectId ?? '';
    throw new ChangeRequested(await this.creation.create(actor, projectId, environmentId, { changes: requested }));
  }
}
