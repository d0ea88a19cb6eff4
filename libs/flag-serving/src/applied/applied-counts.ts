import {
  ACKNOWLEDGED_AT_MOST,
  type AppliedWanted,
  EDGE_APPLIED_LIMITS,
  parsePosition,
  type Position,
  type StreamApplied,
} from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import { formatEvent, type Frame } from '../channel/stream-events.js';
import type { StreamRegistry } from '../channel/stream-registry.js';
import type { Subscriber } from '../channel/subscriber.js';
import type { Pollers } from '../flags/pollers.js';
import { type AppliedCount, AppliedTally } from './applied-tally.js';
import { sampleOf } from './sample-of.js';

/** Concurrent waits, over all environments; each environment has one. */
const WAITS_AT_MOST = 1_000;
/** The time over which acknowledgements arrive when many streams are asked. */
const SPREAD_MILLISECONDS = 1_000;

/** The clients that a position concerns, counted from the start of the wait. */
export interface CountedClients extends AppliedCount {
  /** Whether some clients were distinguished only by their address. */
  estimated: boolean;
  /** Whether only a sample of the acknowledging streams was asked. */
  sampled: boolean;
  /** Edges that report for their own clients. They are not clients themselves. */
  edges: readonly string[];
}

interface ClientWait {
  environmentId: string;
  wanted: AppliedWanted;
  tally: AppliedTally;
  /** By acknowledgement token. */
  asked: ReadonlyMap<string, Subscriber>;
  edges: readonly Subscriber[];
  known: Pick<CountedClients, 'estimated' | 'sampled' | 'edges'>;
}

/** The same numbers under the names that messages use. */
export const toWireCounts = (counted: CountedClients) => {
  const { clients, delivered, acknowledged: applied, notSeen: unknown, streams, pollers, estimated } = counted;
  return { clients, delivered, applied, unknown, streams, pollers, estimated };
};

const countsOf = ({ tally, known }: ClientWait): CountedClients => ({ ...tally.count(), ...known });

/** Counts who has a position: the streams open here at the start, and the pollers of the last minutes. */
export class AppliedCounts {
  private readonly waits = new LRUCache<string, ClientWait>({ max: WAITS_AT_MOST, ttl: EDGE_APPLIED_LIMITS.withinMs });

  constructor(
    private readonly registry: Pick<StreamRegistry, 'channelOf' | 'inSlices'>,
    private readonly pollers: Pick<Pollers, 'of' | 'isFull'>,
  ) {}

  /** Returns the current count. The first call starts counting and asks edges and acknowledging clients to report. */
  count(environmentId: string, wanted: AppliedWanted): CountedClients | undefined {
    const known = this.waits.get(wanted.wait_id);
    if (known) return countsOf(known);
    const position = parsePosition(wanted.position);
    if (!position) return undefined;
    const begun = this.begin(environmentId, position, wanted);
    this.waits.set(wanted.wait_id, begun);
    this.registry.inSlices(environmentId, this.ask(begun));
    return countsOf(begun);
  }

  /**
   * Records an acknowledgement for the stream that received this token, once.
   * @returns false when no wait is active here, or the stream belongs to another process
   */
  acknowledge(environmentId: string, { wait_id, ack }: StreamApplied): boolean {
    const wait = this.waits.get(wait_id);
    if (wait?.environmentId !== environmentId) return false;
    const stream = wait.asked.get(ack);
    if (stream) wait.tally.acknowledge(stream);
    return !stream;
  }

  /** Whether a wait with this id is asking clients of the environment. */
  isAsked(environmentId: string, waitId: string): boolean {
    return this.waits.peek(waitId)?.environmentId === environmentId;
  }

  end(waitId: string): void {
    const wait = this.waits.get(waitId);
    this.waits.delete(waitId);
    if (wait)
      this.registry.inSlices(wait.environmentId, sendEach(wait.edges, frameOf({ ...wait.wanted, within_ms: 0 })));
  }

  /** Asks one stream per step, since there are up to a thousand, and stops when the wait ends. */
  private *ask({ edges, asked, wanted, tally }: ClientWait): Generator<void> {
    const spread_ms = Math.min(SPREAD_MILLISECONDS, asked.size);
    const [ofEdges, ofClients] = [frameOf(wanted), frameOf({ ...wanted, spread_ms })];
    for (const stream of [...edges, ...asked.values()]) {
      if (!this.waits.has(wanted.wait_id)) return;
      if (stream.writable) stream.write(stream.edge === undefined ? ofClients : ofEdges);
      else tally.forgo(stream);
      yield;
    }
  }

  private begin(environmentId: string, position: Position, wanted: AppliedWanted): ClientWait {
    const open = [...(this.registry.channelOf(environmentId)?.connections ?? [])];
    const edges = open.filter(({ edge }) => edge !== undefined).slice(0, EDGE_APPLIED_LIMITS.edges);
    const isEdge = new Set(edges);
    // A stream without flags belongs to a client that also polls, and is counted as a poller.
    const streams = open.filter((stream) => stream.format.needsFlags && !isEdge.has(stream));
    const acknowledging = streams.filter(({ ack }) => ack !== undefined);
    // A socket that is not writable now would not receive the question.
    const asked = sampleOf(
      acknowledging.filter(({ writable }) => writable),
      ACKNOWLEDGED_AT_MOST,
    );
    const pollers = this.pollers.of(environmentId);
    const epochNow = () => this.registry.channelOf(environmentId)?.epoch;
    return {
      environmentId,
      wanted,
      edges,
      asked: new Map(asked.map((stream) => [stream.ack as string, stream])),
      tally: new AppliedTally(position, { streams, asked, pollers, epochNow }),
      known: {
        estimated: this.pollers.isFull || pollers.some(({ isNamed }) => !isNamed),
        sampled: acknowledging.length > ACKNOWLEDGED_AT_MOST,
        edges: [...new Set(edges.flatMap(({ edge }) => edge ?? []))],
      },
    };
  }
}

const frameOf = (wanted: AppliedWanted): Frame => formatEvent('applied_wanted', undefined, wanted);

function* sendEach(streams: readonly Subscriber[], frame: Frame): Generator<void> {
  for (const stream of streams) {
    stream.write(frame);
    yield;
  }
}
