import type { EnvironmentStreams, StreamsCountedV1 } from '@burgee/contracts/messages';
import { Injectable } from '@nestjs/common';

/** A gateway reports every second. After three missed reports it is gone. */
export const REPORT_EXPIRES_MILLISECONDS = 3_500;
const MAX_ENVIRONMENTS = 200_000;

interface Gateway {
  receivedAt: number;
  /** The sequence number of its last report. */
  sequence: number | undefined;
  reportedAt: string;
  /** Whether it has reported all its environments yet. */
  complete: boolean;
  counts: Map<string, EnvironmentStreams>;
}

/** The report of one gateway about one environment. Without `count` it has no streams there. */
export interface GatewayCount {
  gateway: string;
  reportedAt: string;
  count: EnvironmentStreams | undefined;
}

/**
 * The open streams that gateways report, in memory only: gateways report everything again on request, so a restart
 * loses nothing. Reports expire by the clock of this process, so that a dead gateway is not counted.
 */
@Injectable()
export class StreamCounts {
  private readonly gateways = new Map<string, Gateway>();

  /** @returns whether all reports of this gateway have arrived, starting with a full one */
  receive(report: StreamsCountedV1, now = performance.now()): boolean {
    const { gateway, sequence, full, environments, occurred_at } = report;
    const known = this.gateways.get(gateway);
    const counts = known && !full ? known.counts : new Map<string, EnvironmentStreams>();
    for (const one of environments) {
      if (one.open === 0) counts.delete(one.environment_id);
      else if (counts.size < MAX_ENVIRONMENTS) counts.set(one.environment_id, one);
    }
    const missed = sequence !== undefined && known?.sequence !== undefined && sequence !== known.sequence + 1;
    const complete = full || (known?.complete === true && !missed);
    this.gateways.set(gateway, { receivedAt: now, sequence, reportedAt: occurred_at, complete, counts });
    this.expire(now);
    return complete;
  }

  of(environmentId: string, now = performance.now()): GatewayCount[] {
    this.expire(now);
    const all = [...this.gateways].map(([gateway, { reportedAt, counts }]) => ({
      gateway,
      reportedAt,
      count: counts.get(environmentId),
    }));
    return all.toSorted((a, b) => a.gateway.localeCompare(b.gateway));
  }

  /** Whether every known gateway has reported all its environments. */
  get complete(): boolean {
    return [...this.gateways.values()].every((gateway) => gateway.complete);
  }

  private expire(now: number): void {
    for (const [name, { receivedAt }] of this.gateways)
      if (now - receivedAt > REPORT_EXPIRES_MILLISECONDS) this.gateways.delete(name);
  }
}
