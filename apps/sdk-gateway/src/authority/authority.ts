import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { ReadViews } from '../database/read-views.js';
import { AuthorityCheck, CHECK_WITHIN_MILLISECONDS, nameOf, type Verdict } from './authority-check.js';
import { Breaker } from './breaker.js';
import { inTime } from './in-time.js';

const REMEMBERED_AT_MOST = 10_000;

interface Remembered {
  verdict: Verdict;
  at: number;
}

/** The authority check as this replica runs it: strict, or as old as FRESHNESS_WINDOW_MS allows. */
@Injectable()
export class Authority {
  private readonly checks: AuthorityCheck;
  /** Only in use with a freshness window. */
  private remembered = new Map<string, Remembered>();

  constructor(
    views: ReadViews,
    breaker: Breaker,
    @Inject(CONFIG) private readonly config: Pick<SdkGatewayConfig, 'FRESHNESS_WINDOW_MS'>,
  ) {
    const probe = () => inTime(CHECK_WITHIN_MILLISECONDS, views.authority([], []));
    this.checks = new AuthorityCheck((keys, origins, withinMs) =>
      breaker.guard(() => inTime(withinMs, views.authority(keys, origins)), probe),
    );
  }

  /** Callers that may share a check get the same promise. @throws when Postgres does not answer */
  check(keyHash: string | undefined, origin: string | undefined): Promise<Verdict> {
    const window = this.config.FRESHNESS_WINDOW_MS;
    return window === 0 ? this.checks.check(keyHash, origin) : this.checkOnceIn(window, keyHash, origin);
  }

  private async checkOnceIn(window: number, keyHash: string | undefined, origin: string | undefined): Promise<Verdict> {
    const name = nameOf(keyHash, origin);
    const known = this.remembered.get(name);
    if (known && performance.now() - known.at < window) return known.verdict;
    const { remembered } = this;
    const at = performance.now();
    const verdict = await this.checks.check(keyHash, origin);
    // A doorbell that rang meanwhile has put another map in the place of this one.
    if (verdict.authority && verdict.originRegistered) this.remember(remembered, name, { verdict, at });
    else remembered.delete(name);
    return verdict;
  }

  /** Whether Postgres answers. @throws when it does not */
  async ping(): Promise<void> {
    await this.checks.check(undefined, undefined);
  }

  /** A doorbell rang: whatever was remembered may be out of date. */
  forget(): void {
    if (this.config.FRESHNESS_WINDOW_MS > 0) this.remembered = new Map();
  }

  private remember(remembered: Map<string, Remembered>, name: string, one: Remembered): void {
    if (remembered.size >= REMEMBERED_AT_MOST) remembered.clear();
    remembered.set(name, one);
  }
}
