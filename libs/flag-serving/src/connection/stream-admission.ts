import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Seat } from '@burgee/admission';
import { type ServingAdmission, goneOf } from '../source/admission.js';
import type { StreamLimits, StreamSlot } from './stream-limits.js';

/** Openings in a second, on a slow machine: so fast may those come back who were refused. */
const OPENED_PER_SECOND = 600;
const SPREAD_SECONDS = 4;
const SPREAD_AT_MOST_SECONDS = 60;

/** Where callers are, as limits and flows count them. */
export interface Addresses {
  blockOf: (request: IncomingMessage) => string;
  /** Widest first. */
  networksOf: (request: IncomingMessage) => readonly string[];
}

/** Lets requests open a stream: accounts share the seats, in each its environments, and for each environment the networks of callers. */
export class StreamAdmission {
  /** Those who were refused and for whom nobody has been admitted since. */
  private refused = 0;

  constructor(
    private readonly admission: ServingAdmission,
    private readonly limits: StreamLimits,
    private readonly addresses: Addresses,
  ) {}

  /**
   * Waits for a seat to open the stream in, which is to be left when it is open.
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

  /** The more were refused, the longer the next ones wait, so that they come back as fast as they can be admitted. Whole seconds. */
  private retryAfter(): number {
    this.refused++;
    const spread = Math.max(SPREAD_SECONDS, this.refused / OPENED_PER_SECOND);
    return 1 + Math.floor(Math.random() * Math.min(spread, SPREAD_AT_MOST_SECONDS));
  }
}
