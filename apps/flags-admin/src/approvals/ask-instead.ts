import type { ChangeRequestView } from '@burgee/contracts/http';
import type { CurrentUser } from '@burgee/session';
import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { AskedChange } from '../token-limits/enforce-limits.js';
import { fieldsOf } from '../flags/flag-row.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { CreateChangeRequestService } from './create-change-request.service.js';

/** What a token asked for has become a change request. */
class ChangeRequested extends Error {
  constructor(readonly request: ChangeRequestView) {
    super(`change request ${request.id}`);
  }
}

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
    throw new ChangeRequested(
      await this.creation.create(actor, projectId, environmentId, { changes: requested }, true),
    );
  }
}

/** Answers 202 with the change request. */
@Catch(ChangeRequested)
export class ChangeRequestedFilter implements ExceptionFilter {
  catch({ request }: ChangeRequested, host: ArgumentsHost): void {
    const location = `/api/projects/${request.project_id}/change-requests/${request.id}`;
    void host.switchToHttp().getResponse<FastifyReply>().status(202).header('location', location).send(request);
  }
}
