import type { AppliedView, WaitingClients } from '@burgee/contracts/http';
import type { AppliedCountedV1 } from '@burgee/contracts/messages';

/** Each gateway counts within milliseconds: who has not by then has lost the message, or is gone. */
const FIRST_COUNT_WITHIN_MILLISECONDS = 1_500;
/** Each says at least once a second that it lives. */
const SILENT_AFTER_MILLISECONDS = 3_500;
/** Each is named by a gateway, or by an edge that was. */
const EDGES_AT_MOST = 1_000;
const EDGE = /^edge [0-9a-f]{8}/;

export type Counts = Omit<AppliedView, 'position' | 'complete' | 'not_waited'>;

/** What one gateway or edge has counted, or is expected to. */
interface Replica {
  count: AppliedCountedV1 | undefined;
  at: number;
  /** Streams that it had when the wait began; of an edge its own, as it may have many clients, or none. */
  open: number;
}

type GatewayCounts = Omit<Counts, 'waiting'> & { waiting: WaitingClients | undefined };

const NOTHING = {
  clients: 0,
  delivered: 0,
  applied: 0,
  unknown: 0,
  at_edges: 0,
  estimated: false,
  sampled: false,
  waiting: undefined,
};

/** @param name of a gateway; of an edge `edge <id>` */
function answerOf(name: string, { count, at, open }: Replica, now: number): GatewayCounts {
  const [edge] = EDGE.exec(name) ?? [];
  const replica = edge ?? name;
  if (!count) {
    const isLost = now - at >= (edge ? SILENT_AFTER_MILLISECONDS : FIRST_COUNT_WITHIN_MILLISECONDS);
    const waiting = { replica, streams: open, pollers: 0, last_seen_at: null };
    return { ...NOTHING, clients: open, ...(isLost ? { unknown: open } : { waiting }) };
  }
  const { clients, delivered, applied, unknown, estimated, sampled = false, streams, pollers, last_seen_at } = count;
  const counted = { clients, delivered, applied, estimated, sampled, at_edges: edge ? clients : 0 };
  if (streams + pollers === 0) return { ...NOTHING, ...counted, unknown };
  // It left, and its clients with it.
  if (now - at >= SILENT_AFTER_MILLISECONDS) return { ...NOTHING, ...counted, unknown: clients - delivered };
  return { ...counted, unknown, waiting: { replica, streams, pollers, last_seen_at: last_seen_at ?? null } };
}

/** What all gateways and edges have counted of one wait, in one environment. */
export class EnvironmentWait {
  private readonly replicas = new Map<string, Replica>();
  private edges = 0;

  /** @param expected gateways that live, with the streams they have @param now ms, by a clock that only rises */
  constructor(expected: Iterable<readonly [string, number]>, now: number) {
    for (const [gateway, open] of expected) this.replicas.set(gateway, { count: undefined, at: now, open });
  }

  /** Of edges, those count that were asked. */
  receive(count: AppliedCountedV1, now: number): void {
    const { gateway, edges = [] } = count;
    if (EDGE.test(gateway) && !this.replicas.has(gateway)) return;
    this.replicas.set(gateway, { count, at: now, open: 0 });
    for (const id of edges) this.expectEdge(`edge ${id}`, now);
  }

  private expectEdge(name: string, now: number): void {
    if (this.replicas.has(name) || this.edges >= EDGES_AT_MOST) return;
    this.edges++;
    this.replicas.set(name, { count: undefined, at: now, open: 1 });
  }

  counts(now: number): Counts {
    const answers = [...this.replicas].map(([name, replica]) => answerOf(name, replica, now));
    const sum = (one: (answer: GatewayCounts) => number) => answers.reduce((total, answer) => total + one(answer), 0);
    return {
      clients: sum(({ clients }) => clients),
      delivered: sum(({ delivered }) => delivered),
      applied: sum(({ applied }) => applied),
      unknown: sum(({ unknown }) => unknown),
      at_edges: sum(({ at_edges }) => at_edges),
      estimated: answers.some(({ estimated }) => estimated),
      sampled: answers.some(({ sampled }) => sampled),
      waiting: answers.flatMap(({ waiting }) => waiting ?? []),
    };
  }
}
