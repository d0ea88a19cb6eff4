import { every, type Readiness, type Repetition } from '@burgee/process-kit';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Upstream } from '../routes.js';
import { type UpstreamSettings, upstreamUrls } from '../proxy/upstream-urls.js';
import { decideReadiness } from './decide-readiness.js';

const ASK_EVERY_MILLISECONDS = 500;
const ANSWERS_WITHIN_MILLISECONDS = 2_000;

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(ANSWERS_WITHIN_MILLISECONDS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Asks each service whether it is ready, until it has been once. */
export class UpstreamReadiness implements Readiness, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly startedAt = performance.now();
  private readonly missing: Map<Upstream, readonly string[]>;
  private asking: Repetition | undefined;

  constructor(settings: UpstreamSettings) {
    const services = Object.entries(upstreamUrls(settings)) as [Upstream, readonly string[]][];
    this.missing = new Map(services.filter(([, urls]) => urls.length > 0));
  }

  onApplicationBootstrap(): void {
    void this.ask();
    this.asking = every(ASK_EVERY_MILLISECONDS, () => this.ask());
  }

  beforeApplicationShutdown(): void {
    this.asking?.stop();
  }

  obstacle(): string | undefined {
    return this.decision.obstacle;
  }

  degradation(): string | undefined {
    return this.decision.degradation;
  }

  private get decision() {
    return decideReadiness([...this.missing.keys()], performance.now() - this.startedAt);
  }

  private async ask(): Promise<void> {
    const askOne = async ([name, urls]: [Upstream, readonly string[]]) => {
      // One replica that answers is enough.
      if ((await Promise.all(urls.map(isReady))).includes(true)) this.missing.delete(name);
    };
    await Promise.all([...this.missing].map(askOne));
    if (this.missing.size === 0) this.asking?.stop();
  }
}
