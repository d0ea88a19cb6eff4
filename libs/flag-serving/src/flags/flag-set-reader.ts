import type { IncomingMessage } from 'node:http';
import { DomainError, unavailable } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import { ACCESS_HOLDS_MILLISECONDS, type Granted, type Refusal } from '../authenticate/access.js';
import type { Authenticator } from '../authenticate/authenticator.js';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ReadTurns } from './read-turns.js';

export interface ReadFlagSet {
  kind: 'read';
  rendered: RenderedFlagSet;
  /** Since it was last known to be current; undefined = it is current. */
  ageSeconds: number | undefined;
}

export const isOverloaded = (error: unknown) => error instanceof DomainError && error.code === 'overloaded';

/** The flag set that an access opens: the current one or, while the source does not answer, the last known good one. */
export class FlagSetReader {
  constructor(
    private readonly authenticator: Pick<Authenticator, 'authenticateHash'>,
    private readonly cache: Pick<FlagSetCache, 'get'>,
    private readonly fallback: Pick<FallbackStore, 'record' | 'answerFor'>,
    private readonly turns: Pick<ReadTurns, 'awaitLoad'>,
    private readonly logger: Logger,
  ) {}

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
      return { kind: 'read', rendered, ageSeconds: undefined };
    } catch (error) {
      if (isOverloaded(error)) throw error;
      // The source stopped answering between the look-up and this.
      this.logger.debug({ err: error }, 'loading a flag set failed, answering from the fallback');
      this.fallback.record({ kind: 'newer-version', version });
      return this.lastKnownGood(access);
    }
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
    return { kind: 'read', ...answer };
  }
}
