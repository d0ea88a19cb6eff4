import { createHash } from 'node:crypto';
import { type AuthorityRow, DomainError, isWellFormedSdkKey, type RevisionName } from '@burgee/contracts';
import { unavailable } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { Authority } from '../authority/authority.js';
import type { Verdict } from '../authority/authority-check.js';
import { onceFor } from '../authority/once-for.js';
import { KnownGoodAnswers } from '../flag-sets/known-good.js';
import { Reads } from '../reads/reads.js';

/** What the door says to a caller. `allowOrigin` is what CORS may echo, also beside a refusal. */
export type Admission = { allowOrigin: string | undefined } & (
  | { kind: 'current'; authority: AuthorityRow }
  /** Postgres cannot be asked, but this key opened this environment when it last could. */
  | { kind: 'stale'; keyHash: string; place: RevisionName }
  | { kind: 'refused'; error: DomainError }
);

export type Refusal = Extract<Admission, { kind: 'refused' }>;

const HASHES_KEPT = 10_000;

export const keyRefused = (): DomainError =>
  new DomainError(
    'sdk_key_invalid',
    'This SDK key is missing, malformed, unknown or revoked. Copy the current one from the dashboard.',
  );

export const originRefused = (): DomainError =>
  new DomainError('origin_not_registered', "Register this page's origin as the URL of an environment to call from it.");

/** Decides who comes in to the SDK API: key and origin held against the authority, or against what was last known. */
@Injectable()
export class Door {
  private readonly hashes = new Map<string, string>();
  private readonly admissions = new WeakMap<Promise<Verdict>, Promise<Admission>>();

  constructor(
    private readonly authority: Authority,
    private readonly known: KnownGoodAnswers,
    private readonly reads: Reads,
  ) {}

  /** A key as the caller sent it. Callers whose keys and origins are checked together get the same promise. */
  admit(key: string | undefined, origin: string | undefined): Promise<Admission> {
    const keyHash = key === undefined ? undefined : this.hashOf(key);
    if (keyHash !== undefined) return this.admitHash(keyHash, origin);
    return this.refuse(keyRefused(), origin);
  }

  admitHash(keyHash: string, origin: string | undefined): Promise<Admission> {
    const verdict = this.authority.check(keyHash, origin);
    return onceFor(this.admissions, verdict, () =>
      verdict.then(
        (said) => this.judge(keyHash, origin, said),
        () => this.fromMemory(keyHash, origin),
      ),
    );
  }

  /**
   * Why a page of this origin may not call, if it may not. A preflight carries no key, so its origin is held against all
   * that are registered; one that cannot be asked about now, and was not seen before, may still be.
   */
  async refuseOrigin(origin: string): Promise<DomainError | undefined> {
    try {
      const { originRegistered } = await this.authority.check(undefined, origin);
      this.known.learnOrigin(origin, originRegistered);
      return originRegistered ? undefined : originRefused();
    } catch (error) {
      return this.known.isKnownOrigin(origin) ? undefined : unavailable(error);
    }
  }

  /**
   * Turns away a caller without a key that could be asked about. Only a page is asked about: one of a registered origin
   * may read why.
   */
  async refuse(error: DomainError, origin: string | undefined): Promise<Refusal> {
    const originError = origin === undefined ? undefined : await this.refuseOrigin(origin);
    if (originError) return { kind: 'refused', error: originError, allowOrigin: undefined };
    return { kind: 'refused', error, allowOrigin: origin };
  }

  private judge(keyHash: string, origin: string | undefined, { authority, originRegistered }: Verdict): Admission {
    if (origin !== undefined) this.known.learnOrigin(origin, originRegistered);
    if (!originRegistered) return { kind: 'refused', error: originRefused(), allowOrigin: undefined };
    if (authority) {
      this.reads.note(authority.environment_id);
      return { kind: 'current', authority, allowOrigin: origin };
    }
    this.known.forgetKey(keyHash);
    return { kind: 'refused', error: keyRefused(), allowOrigin: origin };
  }

  private async fromMemory(keyHash: string, origin: string | undefined): Promise<Admission> {
    const allowOrigin = origin !== undefined && this.known.isKnownOrigin(origin) ? origin : undefined;
    const place = origin === allowOrigin ? await this.known.placeOf(keyHash) : undefined;
    if (!place) return { kind: 'refused', error: unavailable(), allowOrigin };
    this.reads.note(place.environmentId);
    return { kind: 'stale', keyHash, place, allowOrigin };
  }

  /** SHA-256 of a key, hex; undefined for what cannot be one. */
  hashOf(key: string): string | undefined {
    const seen = this.hashes.get(key);
    if (seen !== undefined) return seen;
    if (!isWellFormedSdkKey(key)) return undefined;
    const hash = createHash('sha256').update(key).digest('hex');
    if (this.hashes.size >= HASHES_KEPT) this.hashes.clear();
    this.hashes.set(key, hash);
    return hash;
  }
}
