import type { AppliedView, WaitingClients } from '@burgee/contracts/http';
import type { AppliedCountedV1 } from '@burgee/contracts/messages';

/** A gateway counts within milliseconds. Without a count by then, it has lost the message or is gone. */
const FIRST_COUNT_WITHIN_MILLISECONDS = 1_500;
/** A gateway or edge reports at least once a second. */
const SILENT_AFTER_MILLISECONDS = 3_500;
/** Each edge is named by a gateway, or by an edge that was named. */
const EDGES_AT_MOST = 1_000;
const EDGE = /^edge [0-9a-f]{8}/;

export type Counts = Omit<AppliedView, 'position' | 'complete' | 'not_waited'>;

/** The count of one gateway or edge, or an expected count. */
interface Replica {
  count: AppliedCountedV1 | undefined;
  at: number;
  /**
   * The number of streams at the start of the wait. For an edge, only its own stream, because its number of clients is
   * unknown.
   */
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

/** @param name the name of a gateway, or `edge <id>` */
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

/** The counts of all gateways and edges for one wait in one environment. */
export class EnvironmentWait {
  private readonly replicas = new Map<string, Replica>();
  private edges = 0;

  /** @param expected the live gateways with their streams @param now milliseconds on a monotonic clock */
  constructor(expected: Iterable<readonly [string, number]>, now: number) {
    for (const [gateway, open] of expected) this.replicas.set(gateway, { count: undefined, at: now, open });
  }

  /** Ignores edges that no gateway has asked. */
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
