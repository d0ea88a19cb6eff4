import { FallbackStore, FileDescriptors } from '@burgee/flag-serving';
import type { Readiness } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';
import { ReadViews } from '../postgres/read-views.js';
import { SharedFlagSetCache } from '../shared-cache/shared-flag-set-cache.js';

const ANSWER_WITHIN_MILLISECONDS = 1_000;

/**
 * Ready = there are flags to serve, from Postgres or from its last answers to this or another replica, and free
 * connections.
 */
@Injectable()
export class GatewayReadiness implements Readiness {
  constructor(
    private readonly views: ReadViews,
    private readonly fallback: FallbackStore,
    private readonly sharedCache: SharedFlagSetCache,
    private readonly descriptors: FileDescriptors,
  ) {}

  async obstacle(): Promise<string | undefined> {
    if (await this.descriptors.areShort()) return 'too few file descriptors are left';
    if (!this.fallback.isEmpty || (await this.postgresAnswers()) || (await this.sharedCache.hasKeyNotes()))
      return undefined;
    return 'postgres is down, and there is nothing to answer from';
  }

  private postgresAnswers(): Promise<boolean> {
    return this.views.lookUp([], [], ANSWER_WITHIN_MILLISECONDS).then(
      () => true,
      () => false,
    );
  }
}
