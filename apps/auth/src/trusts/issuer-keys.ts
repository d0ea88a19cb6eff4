import { requestPinned, type Resolve, urlFault } from '@burgee/process-kit/outbound';
import { plainTextFault } from '@burgee/service-kit/plain';
import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
  jwtVerify,
  type LocalJWKSet,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { SIGNATURE_ALGORITHMS } from '../providers/signature-algorithms.js';
import type { Claims } from './trust-rules.js';

/** The setting that lets issuers have private addresses. */
export const ALLOWS_PRIVATE = 'ISSUERS_ALLOW_PRIVATE=on for auth';

const BYTES_AT_MOST = 64 * 1024;
const TIMEOUT_MILLISECONDS = 2_000;
const ISSUERS_AT_MOST = 1_000;
/** How long keys count without another look. */
const FRESH_MILLISECONDS = 600_000;
/** An unknown `kid` is looked up again after this time, and an issuer that failed too. */
const LOOK_AGAIN_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 10_000;
const CLOCK_TOLERANCE_SECONDS = 60;
const OLDEST = '1d';
/** With those in lists: some issuers name all groups of a person. */
const CLAIMS_AT_MOST = 10_000;

const ID_TOKEN = /^(application\/)?jwt$/i;

export interface IssuerOptions {
  resolve: Resolve;
  allowPrivate: boolean;
  /** In milliseconds. */
  now: () => number;
}

/** The issuer did not give its keys. */
export class IssuerUnavailable extends Error {}

interface Issuer {
  keys: LocalJWKSet | undefined;
  loadedAt: number;
  /** When the keys were last asked for. */
  askedAt: number;
  failure: IssuerUnavailable | undefined;
  pending: Promise<void> | undefined;
}

type Header = JWSHeaderParameters & { kid?: string };

/** Verifies tokens with the keys that their issuers publish (OpenID Connect Discovery). */
export class IssuerKeys {
  private readonly issuers = new LRUCache<string, Issuer>({ max: ISSUERS_AT_MOST });

  constructor(private readonly options: IssuerOptions) {}

  /**
   * The claims of a token that this issuer signed for this audience, and that is valid now.
   * @throws IssuerUnavailable, or an error of jose
   */
  async verify(token: string, issuer: string, audience: string): Promise<Claims> {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      (header: Header, jws: FlattenedJWSInput) => this.keyFor(issuer, header, jws),
      {
        issuer,
        audience,
        algorithms: SIGNATURE_ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: OLDEST,
        requiredClaims: ['exp', 'iat', 'sub'],
        currentDate: new Date(this.options.now()),
      },
    ).catch((error: unknown) => {
      if (error instanceof errors.JOSEError || error instanceof IssuerUnavailable) throw error;
      // It is no key, or too short.
      throw new errors.JWKSInvalid(`its key cannot be used: ${String(error)}`, { cause: error });
    });
    if (protectedHeader.typ !== undefined && !ID_TOKEN.test(protectedHeader.typ))
      throw new errors.JWTInvalid(`it is no ID token but ${protectedHeader.typ}`);
    // Some claims are stored, whatever the issuer is.
    const fault =
      typeof payload.sub === 'string' ? plainTextFault(payload, CLAIMS_AT_MOST)?.detail : 'its subject is no text';
    if (fault !== undefined) throw new errors.JWTInvalid(fault);
    return payload;
  }

  private async keyFor(name: string, header: Header, jws: FlattenedJWSInput) {
    const issuer = this.issuerOf(name);
    if (!issuer.keys || this.since(issuer.loadedAt) > FRESH_MILLISECONDS) await this.load(name, issuer);
    try {
      return await (issuer.keys as LocalJWKSet)(header, jws);
    } catch (error) {
      const isNew = error instanceof errors.JWKSNoMatchingKey && this.since(issuer.askedAt) >= LOOK_AGAIN_MILLISECONDS;
      if (!isNew) throw error;
      await this.load(name, issuer);
      return (issuer.keys as LocalJWKSet)(header, jws);
    }
  }

  /** All who wait for the keys of an issuer wait for one request. */
  private async load(name: string, issuer: Issuer): Promise<void> {
    if (issuer.failure && this.since(issuer.askedAt) < RETRY_MILLISECONDS) throw issuer.failure;
    issuer.pending ??= this.ask(name, issuer).finally(() => {
      issuer.pending = undefined;
    });
    await issuer.pending;
  }

  private async ask(name: string, issuer: Issuer): Promise<void> {
    issuer.askedAt = this.options.now();
    issuer.failure = undefined;
    try {
      const found = await this.get(`${name.replace(/\/$/, '')}/.well-known/openid-configuration`);
      const { issuer: said, jwks_uri } = found as { issuer?: unknown; jwks_uri?: unknown };
      if (said !== name || typeof jwks_uri !== 'string') throw new Error('its configuration is for another issuer');
      issuer.keys = createLocalJWKSet((await this.get(jwks_uri)) as never);
      issuer.loadedAt = issuer.askedAt;
    } catch (error) {
      issuer.failure = new IssuerUnavailable(`the issuer ${name} did not give its keys`, { cause: error });
      throw issuer.failure;
    }
  }

  private async get(address: string): Promise<unknown> {
    const { resolve, allowPrivate } = this.options;
    const allowed = { allowPrivate, setting: ALLOWS_PRIVATE };
    const fault = urlFault(address, 'https://gitlab.com', allowed);
    if (fault) throw new Error(`the address of its keys ${fault}`);
    const { status, body } = await requestPinned(new URL(address), {
      method: 'GET',
      headers: { accept: 'application/json' },
      bytesAtMost: BYTES_AT_MOST + 1,
      resolve,
      allowed,
      timeoutMs: TIMEOUT_MILLISECONDS,
    });
    if (status !== 200) throw new Error(`it answered ${status}`);
    if (Buffer.byteLength(body) > BYTES_AT_MOST) throw new Error(`it answered more than ${BYTES_AT_MOST} bytes`);
    return JSON.parse(body);
  }

  private issuerOf(name: string): Issuer {
    const known = this.issuers.get(name);
    const issuer = known ?? {
      keys: undefined,
      loadedAt: -Infinity,
      askedAt: -Infinity,
      failure: undefined,
      pending: undefined,
    };
    if (!known) this.issuers.set(name, issuer);
    return issuer;
  }

  private since(then: number): number {
    return this.options.now() - then;
  }
}
