import type { Readiness } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { ReadViews } from './database/read-views.js';
import { KnownGoodAnswers } from './flag-sets/known-good.js';
import { Drain } from './stream/drain.js';
import { Sockets } from './stream/limits/sockets.js';

/**
 * Ready = there is something to answer from: Postgres, or what was known when it was last there. And there are sockets to
 * answer on, and it is not about to stop.
 */
@Injectable()
export class GatewayReadiness implements Readiness {
  constructor(
    private readonly views: ReadViews,
    private readonly known: KnownGoodAnswers,
    private readonly drain: Drain,
    private readonly sockets: Sockets,
  ) {}

  async isReady(): Promise<boolean> {
    if (this.drain.begun || (await this.sockets.areShort())) return false;
    if (!this.known.isEmpty) return true;
    return this.views.authority([], []).then(
      () => true,
      () => false,
    );
  }
}
