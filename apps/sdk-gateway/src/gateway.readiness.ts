import type { Readiness } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { ReadViews } from './database/read-views.js';
import { KnownGoodAnswers } from './flag-sets/known-good.js';

/** Ready = there is something to answer from: Postgres, or what was known when it was last there. */
@Injectable()
export class GatewayReadiness implements Readiness {
  constructor(
    private readonly views: ReadViews,
    private readonly known: KnownGoodAnswers,
  ) {}

  async isReady(): Promise<boolean> {
    if (!this.known.isEmpty) return true;
    return this.views.authority([], []).then(
      () => true,
      () => false,
    );
  }
}
