import { FallbackStore, FileDescriptors, StreamLimits } from '@burgee/flag-serving';
import type { Readiness } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';
import { ReadViews } from '../postgres/read-views.js';

/**
 * Ready = there is something to answer from: Postgres, or what was known when it last answered. And there are connections to
 * answer on, and the process is not stopping.
 */
@Injectable()
export class GatewayReadiness implements Readiness {
  constructor(
    private readonly views: ReadViews,
    private readonly fallback: FallbackStore,
    private readonly limits: StreamLimits,
    private readonly descriptors: FileDescriptors,
  ) {}

  async isReady(): Promise<boolean> {
    if (this.limits.closed || (await this.descriptors.areShort())) return false;
    if (!this.fallback.isEmpty) return true;
    return this.views.lookUp([], []).then(
      () => true,
      () => false,
    );
  }
}
