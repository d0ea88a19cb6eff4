import type { IncomingMessage, ServerResponse } from 'node:http';
import { BufferedBytes } from '@burgee/admission';
import { DomainError, unavailable } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import { ACCESS_HOLDS_MILLISECONDS, type GrantedAccess, type Refusal } from '../authenticate/access.js';
import type { Authenticator } from '../authenticate/authenticator.js';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import type { Encoding, RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { assertReached, type MinPosition } from '../positions/min-position.js';
import type { PositionWaits } from '../positions/position-waits.js';
import { type ServingAdmission, WAITING_READ_BYTES } from '../source/admission.js';
import type { Pollers } from './pollers.js';

export interface ReadFlagSet {
  kind: 'read';
  rendered: RenderedFlagSet;
  /** Seconds since it was last confirmed as current; undefined = it is current. */
  ageSeconds: number | undefined;
  /** For a bounded source, by `performance.now()`: writes acknowledged before are included. */
  asOf: number | undefined;
}

const REFUSALS: ReadonlySet<string> = new Set(['overloaded', 'too_many_requests']);

/** Whether the error refuses a request because of load. */
export const isRefusal = (error: unknown) => error instanceof DomainError && REFUSALS.has(error.code);

interface ReaderOptions {
  /** Set for a bounded source. */
  waits?: Pick<PositionWaits, 'reach'> | undefined;
  /** Records polling clients. */
  pollers?: Pick<Pollers, 'note'> | undefined;
}

/** Reads the flag set for an access: the current one, or the last known good one while the source is down. */
export class FlagSetReader {
  /** Memory of reads that wait for shared work, which the scheduler counts as one job. */
  private readonly waiting = new BufferedBytes();

  /** @param networksOf the subnets of a client, widest first */
  // oxlint-disable-next-line max-params -- what it reads from, and who waits for it
  constructor(
    private readonly authenticator: Pick<Authenticator, 'authenticateHash'>,
    private readonly cache: Pick<FlagSetCache, 'get'>,
    private readonly fallback: Pick<FallbackStore, 'record' | 'answerFor'>,
    private readonly admission: ServingAdmission,
    private readonly networksOf: (request: IncomingMessage) => readonly string[],
    private readonly logger: Logger,
    private readonly beside: ReaderOptions = {},
  ) {}

  /** Whether a responding source may still be behind. */
  get mayBeBehind(): boolean {
    return this.beside.waits !== undefined;
  }

  /**
   * @param requests the requests to serve, all of one origin
   * @returns a refusal when the key was revoked during the wait
   * @throws overloaded and too_many_requests when these may not wait for a load; unavailable
   */
  async read(access: GrantedAccess, requests: readonly IncomingMessage[]): Promise<ReadFlagSet | Refusal> {
    if (access.kind === 'stale') return this.lastKnownGood(access);
    const { version, asOf } = access;
    const grantedAt = performance.now();
    try {
      const found = this.cache.get(version);
      const waits = found instanceof Promise;
      const rendered = waits ? await this.awaitShared(found, version.environmentId, requests) : found;
      const refusal = waits ? await this.refusalSince(grantedAt, access, requests[0]) : undefined;
      if (refusal) return refusal;
      this.fallback.record({ kind: 'served', keyHash: access.keyHash, rendered, asOf });
      const { pollers, waits: isBounded } = this.beside;
      if (pollers)
        for (const request of requests)
          // A request without a tag does not say what its client has, and may be its only one.
          if (request.headers['if-none-match'] !== undefined) pollers.note(request, rendered.set);
      return { kind: 'read', rendered, ageSeconds: undefined, asOf: isBounded && asOf };
    } catch (error) {
      if (isRefusal(error)) throw error;
      // The source stopped responding between the look-up and the load.
      this.logger.debug({ err: error }, 'loading a flag set failed, answering from the fallback');
      this.fallback.record({ kind: 'newer-version', version });
      return this.lastKnownGood(access);
    }
  }

  /**
   * The same for a client that must see a position. Where the source may be behind, this waits for it and then
   * authenticates again.
   * @throws position_not_reached, position_unknown, too
   */
  async readFrom(
    min: MinPosition,
    access: GrantedAccess,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<ReadFlagSet | Refusal> {
    const { version, keyHash, keyKind } = access;
    const waited = await this.beside.waits?.reach(version.environmentId, min, request, response);
    const look = () => this.authenticator.authenticateHash(keyHash, request.headers.origin, keyKind).result;
    const now = waited ? await look() : access;
    const read = now.kind === 'refused' ? now : await this.read(now, [request]);
    if (read.kind === 'read') assertReached(read, min);
    return read;
  }

  /** A flag set in an encoding, created on first use. @throws overloaded, too_many_requests */
  encode(rendered: RenderedFlagSet, encoding: Encoding, request: IncomingMessage): Buffer | Promise<Buffer> {
    const { environmentId } = rendered.set;
    const { scheduler, flowOf } = this.admission;
    const body = rendered.body(encoding, async (work) => scheduler.run(await flowOf(environmentId), 'load', work));
    return Buffer.isBuffer(body) ? body : this.awaitShared(body, environmentId, [request]);
  }

  /** Waits for shared work and counts the memory of the waiting requests. @throws overloaded above the limit */
  async awaitShared<T>(making: Promise<T>, environmentId: string, requests: readonly IncomingMessage[]): Promise<T> {
    making.catch(() => undefined);
    const flow = await this.admission.flowOf(environmentId);
    const taken: (readonly string[])[] = [];
    try {
      for (const request of requests) {
        const names = [...flow, ...this.networksOf(request)];
        this.waiting.take(names, WAITING_READ_BYTES);
        taken.push(names);
      }
      return await making;
    } finally {
      for (const names of taken) this.waiting.giveBack(names, WAITING_READ_BYTES);
    }
  }

  /**
   * Checks whether the key was revoked during the wait. A set loaded in that time may be newer than the revocation; a
   * cached one is not.
   * @returns undefined also after a short wait, or while the source is down
   */
  private async refusalSince(
    grantedAt: number,
    { keyHash, keyKind }: GrantedAccess,
    request: IncomingMessage | undefined,
  ): Promise<Refusal | undefined> {
    if (!request || performance.now() - grantedAt <= ACCESS_HOLDS_MILLISECONDS) return undefined;
    const access = await this.authenticator.authenticateHash(keyHash, request.headers.origin, keyKind).result;
    return access.kind === 'refused' && access.error.code !== 'unavailable' ? access : undefined;
  }

  private async lastKnownGood({ version }: GrantedAccess): Promise<ReadFlagSet> {
    const answer = await this.fallback.answerFor(version.environmentId);
    if (!answer) throw unavailable();
    return { kind: 'read', ...answer, asOf: this.beside.waits && answer.asOf };
  }
}
