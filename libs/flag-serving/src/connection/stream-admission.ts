import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Seat } from '@burgee/admission';
import { type ServingAdmission, goneOf } from '../source/admission.js';
import type { StreamLimits, StreamSlot } from './stream-limits.js';

/** Streams opened per second on a slow machine. Refused clients are spread to retry at this rate. */
const OPENED_PER_SECOND = 600;
const SPREAD_SECONDS = 4;
const SPREAD_AT_MOST_SECONDS = 60;

/** The subnets of a client, as limits and flows count them. */
export interface Addresses {
  blockOf: (request: IncomingMessage) => string;
  /** Widest first. */
  networksOf: (request: IncomingMessage) => readonly string[];
}

/** Admits requests for streams: accounts share the seats, then their environments, then the subnets of clients. */
export class StreamAdmission {
  /** Refused requests that no later admission has made up for. */
  private refused = 0;

  constructor(
    private readonly admission: ServingAdmission,
    private readonly limits: StreamLimits,
    private readonly addresses: Addresses,
  ) {}

  /**
   * Waits for a seat to open the stream in. Leave it when the stream is open.
   * @throws streams_busy or too_many_streams, with the time to wait
   */
  async admit(
    request: IncomingMessage,
    response: ServerResponse,
    keyHash: string,
    environmentId: string,
  ): Promise<{ seat: Seat; slot: StreamSlot }> {
    const flow = await this.admission.flowOf(environmentId);
    const networks = this.addresses.networksOf(request);
    const seat = await this.enter([...flow, ...networks], response);
    try {
      const [account = environmentId] = flow;
      const slot = this.limits.take({ account, keyHash, address: this.addresses.blockOf(request), networks });
      return { seat, slot };
    } catch (error) {
      seat.leave();
      throw error;
    }
  }

  private async enter(flow: readonly string[], response: ServerResponse): Promise<Seat> {
    try {
      const seat = await this.admission.scheduler.enter(flow, 'open-stream', goneOf(response));
      this.refused = Math.max(0, this.refused - 1);
      return seat;
    } catch (error) {
      if (response.destroyed) throw error;
      throw this.limits.queueIsFull(this.retryAfter());
    }
  }

  /** Grows with the number of refusals, so that clients return at the rate of admission. Whole seconds. */
  private retryAfter(): number {
    this.refused++;
    const spread = Math.max(SPREAD_SECONDS, this.refused / OPENED_PER_SECOND);
    return 1 + Math.floor(Math.random() * Math.min(spread, SPREAD_AT_MOST_SECONDS));
  }
}
