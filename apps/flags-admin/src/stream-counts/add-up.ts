import type { EnvironmentStreamsView, ReplicaStreams } from '@burgee/contracts/http';
import type { GatewayCount } from './stream-counts.js';

/** The current revision of an environment in Postgres. */
export interface Newest {
  environmentId: string;
  epoch: string;
  revision: number;
}

/** A count with an older revision or another epoch means that none of its streams has the newest. */
function toReplica({ gateway, reportedAt, count }: GatewayCount, { epoch, revision }: Newest): ReplicaStreams {
  const hasNewest = count !== undefined && count.epoch === epoch && count.revision >= revision;
  return {
    replica: gateway,
    open: count?.open ?? 0,
    up_to_date: hasNewest ? count.sent : 0,
    revision: count?.revision ?? null,
    reported_at: reportedAt,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Compares the reports of all gateways about an environment with its newest revision. */
export function addUp(counts: readonly GatewayCount[], newest: Newest, complete: boolean): EnvironmentStreamsView {
  const replicas = counts.map((one) => toReplica(one, newest));
  return {
    environment_id: newest.environmentId,
    revision: newest.revision,
    open: sum(replicas.map(({ open }) => open)),
    up_to_date: sum(replicas.map(({ up_to_date }) => up_to_date)),
    complete,
    replicas,
  };
}
