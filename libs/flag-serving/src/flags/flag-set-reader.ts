import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, unavailable } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import { ACCESS_HOLDS_MILLISECONDS, type Granted, type Refusal } from '../authenticate/access.js';
import type { Authenticator } from '../authenticate/authenticator.js';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { assertReached, type MinPosition } from '../positions/min-position.js';
import type { PositionWaits } from '../positions/position-waits.js';
import type { Pollers } from './pollers.js';
import type { ReadTurns } from './read-turns.js';

export interface ReadFlagSet {
  kind: 'read';
  rendered: RenderedFlagSet;
  /** Since it was last known to be current; undefined = it is current. */
  ageSeconds: number | undefined;
  /** Of a bounded source, by `performance.now()`: what was acknowledged before is in it. */
  asOf: number | undefined;
}

export const isOverloaded = (error: unknown) => error instanceof DomainError && error.code === 'overloaded';

interface BesideReads {
  /** Of a bounded source. */
  waits?: Pick<PositionWaits, 'reach'> | undefined;
  /** Notes who polls. */
  pollers?: Pick<Pollers, 'note'> | undefined;
}

/** The flag set that an access opens: the current one or, while the source does not answer, the last known good one. */
export class FlagSetReader {
  constructor(
    private readonly authenticator: Pick<Authenticator, 'authenticateHash'>,
    private readonly cache: Pick<FlagSetCache, 'get'>,
    private readonly fallback: Pick<FallbackStore, 'record' | 'answerFor'>,
    private readonly turns: Pick<ReadTurns, 'awaitLoad'>,
    private readonly logger: Logger,
    private readonly beside: BesideReads = {},
  ) {}

  /** Whether there may be later changes than the source says, while it answers. */
  get mayBeBehind(): boolean {
    return this.beside.waits !== undefined;
  }

  /**
   * @param requests that it is for, of one origin
   * @returns a refusal when the key was revoked meanwhile
   * @throws overloaded when these may not wait for a load; unavailable
   */
  async read(access: Granted, requests: readonly IncomingMessage[]): Promise<ReadFlagSet | Refusal> {
    if (access.kind === 'stale') return this.lastKnownGood(access);
    const { version, asOf } = access;
    const grantedAt = performance.now();
    try {
      const found = this.cache.get(version);
      const waits = found instanceof Promise;
      const rendered = waits ? await this.turns.awaitLoad(found, version.environmentId, requests) : found;
      const refusal = waits ? await this.refusalSince(grantedAt, access, requests[0]) : undefined;
      if (refusal) return refusal;
      this.fallback.record({ kind: 'served', keyHash: access.keyHash, rendered, asOf });
      const { pollers, waits: isBounded } = this.beside;
      if (pollers) for (const request of requests) pollers.note(request, rendered.set);
      return { kind: 'read', rendered, ageSeconds: undefined, asOf: isBounded && asOf };
    } catch (error) {
      if (isOverloaded(error)) throw error;
      // The source stopped answering between the look-up and this.
      this.logger.debug({ err: error }, 'loading a flag set failed, answering from the fallback');
      this.fallback.record({ kind: 'newer-version', version });
      return this.lastKnownGood(access);
    }
  }

  /**
   * The same for a caller who must see what led to that position. Where the source may be behind, it is waited for, and the key looked up
   * anew.
   * @throws position_not_reached, position_unknown, as well
   */
  async readFrom(
    min: MinPosition,
    access: Granted,
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

  /**
   * Why the key opens nothing any more. What was loaded meanwhile may be newer than that; what was here is not.
   * @returns undefined also when nobody has waited long, or can be asked
   */
  private async refusalSince(
    grantedAt: number,
    { keyHash, keyKind }: Granted,
    request: IncomingMessage | undefined,
  ): Promise<Refusal | undefined> {
    if (!request || performance.now() - grantedAt <= ACCESS_HOLDS_MILLISECONDS) return undefined;
    const access = await this.authenticator.authenticateHash(keyHash, request.headers.origin, keyKind).result;
    return access.kind === 'refused' && access.error.code !== 'unavailable' ? access : undefined;
  }

  private async lastKnownGood({ version }: Granted): Promise<ReadFlagSet> {
    const answer = await this.fallback.answerFor(version.environmentId);
    if (!answer) throw unavailable();
    return { kind: 'read', ...answer, asOf: this.beside.waits && answer.asOf };
  }
}
