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

/** Each environment has one at a time. */
const WAITS_AT_MOST = 1_000;
/** Acknowledgements come over so long, where many streams are asked. */
const SPREAD_MILLISECONDS = 1_000;

/** The clients of a position, from now on. */
export interface CountedClients extends AppliedCount {
  /** Whether some of them were told apart by where they come from alone. */
  estimated: boolean;
  /** Whether not all streams that acknowledge were asked to. */
  sampled: boolean;
  /** Edges that were asked for theirs, and are none of these clients. */
  edges: readonly string[];
}

interface ClientWait {
  environmentId: string;
  wanted: AppliedWanted;
  tally: AppliedTally;
  /** By what they acknowledge with. */
  asked: ReadonlyMap<string, Subscriber>;
  edges: readonly Subscriber[];
  known: Pick<CountedClients, 'estimated' | 'sampled' | 'edges'>;
}

/** The same numbers, as messages name them. */
export const toWireCounts = (counted: CountedClients) => {
  const { clients, delivered, acknowledged: applied, notSeen: unknown, streams, pollers, estimated } = counted;
  return { clients, delivered, applied, unknown, streams, pollers, estimated };
};

const countsOf = ({ tally, known }: ClientWait): CountedClients => ({ ...tally.count(), ...known });

/** Counts who has a position: the streams that are open here as it begins, and the pollers of the last minutes. */
export class AppliedCounts {
  private readonly waits = new LRUCache<string, ClientWait>({ max: WAITS_AT_MOST, ttl: EDGE_APPLIED_LIMITS.withinMs });

  constructor(
    private readonly registry: Pick<StreamRegistry, 'channelOf' | 'inSlices'>,
    private readonly pollers: Pick<Pollers, 'of' | 'isFull'>,
  ) {}

  /** Who has it by now. The first call begins to count, asks edges that follow the environment for theirs, and clients to acknowledge it. */
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
   * A client says that it has it, which counts for the stream that was given the token, once.
   * @returns whether somebody waits, and the stream is not one of these: it may be another process's
   */
  acknowledge(environmentId: string, { wait_id, ack }: StreamApplied): boolean {
    const wait = this.waits.get(wait_id);
    if (wait?.environmentId !== environmentId) return false;
    const stream = wait.asked.get(ack);
    if (stream) wait.tally.acknowledge(stream);
    return !stream;
  }

  /** Whether somebody waits for clients of the environment, and has asked for them by this name. */
  isAsked(environmentId: string, waitId: string): boolean {
    return this.waits.peek(waitId)?.environmentId === environmentId;
  }

  /** Nobody waits any more. */
  end(waitId: string): void {
    const wait = this.waits.get(waitId);
    this.waits.delete(waitId);
    if (wait)
      this.registry.inSlices(wait.environmentId, sendEach(wait.edges, frameOf({ ...wait.wanted, within_ms: 0 })));
  }

  /** One in each step: they are up to a thousand. None whom nobody waits for any more by then. */
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
    // A stream without flags belongs to a client that asks for them, and is counted for that.
    const streams = open.filter((stream) => stream.format.needsFlags && !isEdge.has(stream));
    const acknowledging = streams.filter(({ ack }) => ack !== undefined);
    // A socket that takes nothing now would not take the question.
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
