import type { EnvironmentStreams, StreamsCountedV1 } from '@burgee/contracts';
import { Injectable } from '@nestjs/common';

/** A gateway tells every second; who has missed three is gone, however it went. */
export const SILENT_AT_MOST_MILLISECONDS = 3_500;
const ENVIRONMENTS_AT_MOST = 200_000;

interface Gateway {
  heardAt: number;
  reportedAt: string;
  /** Whether it has told of all its environments yet. */
  whole: boolean;
  counts: Map<string, EnvironmentStreams>;
}

/** What one gateway says of one environment; without `count` it has no stream of it. */
export interface GatewayCount {
  gateway: string;
  reportedAt: string;
  count: EnvironmentStreams | undefined;
}

/**
 * What the gateways have said of their open streams, in memory alone: it is told anew within seconds, so a restart
 * loses nothing, and a gateway that died without a word is forgotten by the clock of this process.
 */
@Injectable()
export class StreamCounts {
  private readonly gateways = new Map<string, Gateway>();

  hear({ gateway, full, environments, occurred_at }: StreamsCountedV1, now = performance.now()): void {
    const known = this.gateways.get(gateway);
    const counts = known && !full ? known.counts : new Map<string, EnvironmentStreams>();
    for (const one of environments) {
      if (one.open === 0) counts.delete(one.environment_id);
      else if (counts.size < ENVIRONMENTS_AT_MOST) counts.set(one.environment_id, one);
    }
    const whole = full || known?.whole === true;
    this.gateways.set(gateway, { heardAt: now, reportedAt: occurred_at, whole, counts });
    this.forgetSilent(now);
  }

  of(environmentId: string, now = performance.now()): GatewayCount[] {
    this.forgetSilent(now);
    const all = [...this.gateways].map(([gateway, { reportedAt, counts }]) => ({
      gateway,
      reportedAt,
      count: counts.get(environmentId),
    }));
    return all.toSorted((a, b) => a.gateway.localeCompare(b.gateway));
  }

  /** Whether every gateway that was heard has told of all its environments. */
  get whole(): boolean {
    return [...this.gateways.values()].every((gateway) => gateway.whole);
  }

  private forgetSilent(now: number): void {
    for (const [name, { heardAt }] of this.gateways)
      if (now - heardAt > SILENT_AT_MOST_MILLISECONDS) this.gateways.delete(name);
  }
}
