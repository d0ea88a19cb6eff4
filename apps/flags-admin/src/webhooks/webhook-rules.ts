import { DomainError } from '@burgee/contracts/wire';
import { urlFault } from '@burgee/process-kit/outbound';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { ALLOWS_PRIVATE } from './post.js';

const EXAMPLE = 'https://hooks.example.com/burgee';

function refuse(pointer: string, detail: string): DomainError {
  return new DomainError('invalid_request', `The request was refused: ${pointer.slice(1)} ${detail}.`, {
    errors: [{ pointer, detail }],
  });
}

/** Checks of a webhook that its schema cannot express. */
@Injectable()
export class WebhookRules {
  constructor(@Inject(CONFIG) private readonly settings: Pick<FlagsAdminConfig, 'WEBHOOKS_ALLOW_PRIVATE'>) {}

  get allowPrivate(): boolean {
    return this.settings.WEBHOOKS_ALLOW_PRIVATE === 'on';
  }

  /** @throws invalid_request */
  assertUrl(url: string | undefined): void {
    const allowed = { allowPrivate: this.allowPrivate, setting: ALLOWS_PRIVATE };
    const fault = url === undefined ? undefined : urlFault(url, EXAMPLE, allowed);
    if (fault !== undefined) throw refuse('/url', fault);
  }

  /** @throws invalid_request unless all are environments of this project */
  async assertEnvironments(
    manager: EntityManager,
    projectId: string,
    ids: readonly string[] | undefined,
  ): Promise<void> {
    if (!ids?.length) return;
    const rows = await manager.sql<{ id: string }[]>`
      select id from flags.environments where project_id = ${projectId} and id = any(${ids}::uuid[])`;
    const strange = ids.findIndex((id) => !rows.some((row) => row.id === id.toLowerCase()));
    if (strange >= 0) throw refuse(`/environment_ids/${strange}`, 'is not an environment of this project');
  }
}
