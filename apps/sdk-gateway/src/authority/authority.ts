import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { ReadViews } from '../database/read-views.js';
import { AuthorityCheck, type Verdict } from './authority-check.js';
import { Breaker } from './breaker.js';

interface Remembered {
  verdict: Verdict;
  at: number;
}

/** The authority check as this replica runs it: strict, or as old as FRESHNESS_WINDOW_MS allows. */
@Injectable()
export class Authority {
  private readonly checks: AuthorityCheck;
  /** Only in use with a freshness window. */
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    views: ReadViews,
    breaker: Breaker,
    @Inject(CONFIG) private readonly config: Pick<SdkGatewayConfig, 'FRESHNESS_WINDOW_MS'>,
  ) {
    const probe = () => views.authority([], []);
    this.checks = new AuthorityCheck((keys, origins) => breaker.guard(() => views.authority(keys, origins), probe));
  }

  /** @throws when Postgres does not answer */
  async check(keyHash: string | undefined, origin: string | undefined): Promise<Verdict> {
    const window = this.config.FRESHNESS_WINDOW_MS;
    if (window === 0) return this.checks.check(keyHash, origin);
    const name = `${keyHash} ${origin}`;
    const known = this.remembered.get(name);
    if (known && performance.now() - known.at < window) return known.verdict;
    const at = performance.now();
    const verdict = await this.checks.check(keyHash, origin);
    if (verdict.authority) this.remembered.set(name, { verdict, at });
    else this.remembered.delete(name);
    return verdict;
  }

  /** A doorbell rang: whatever was remembered may be out of date. */
  forget(): void {
    this.remembered.clear();
  }
}
