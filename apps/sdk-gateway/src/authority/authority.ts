import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { ReadViews } from '../database/read-views.js';
import { AuthorityCheck, CHECK_WITHIN_MILLISECONDS, type Verdict } from './authority-check.js';
import { Breaker } from './breaker.js';
import { inTime } from './in-time.js';

const REMEMBERED_AT_MOST = 10_000;

interface Remembered {
  verdict: Promise<Verdict>;
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
    if (window === 0) return this.checks.check(keyHash, origin);
    const name = `${keyHash} ${origin}`;
    const known = this.remembered.get(name);
    if (known && performance.now() - known.at < window) return known.verdict;
    const { remembered } = this;
    const at = performance.now();
    const verdict = this.checks.check(keyHash, origin);
    const remember = ({ authority, originRegistered }: Verdict) => {
      // A doorbell that rang meanwhile has put another map in the place of this one.
      if (authority && originRegistered) this.remember(remembered, name, { verdict, at });
      else remembered.delete(name);
    };
    verdict.then(remember, () => undefined);
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
