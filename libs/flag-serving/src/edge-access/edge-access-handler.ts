import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EdgeAccess, requestIdOf, SDK_KEY_HEADER, unavailable, weakTag } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { GrantedAccess } from '../authenticate/access.js';
import { type Authenticator, keyRefused } from '../authenticate/authenticator.js';
import { corsHeaders } from '../authenticate/cors.js';
import { logCause } from '../authenticate/log-cause.js';
import { toDomainError } from '../authenticate/to-domain-error.js';
import { type AnswerTo, writeAnswer } from '../authenticate/write-answer.js';
import { writeProblem } from '../authenticate/write-problem.js';
import { ageOf } from '../source/as-of.js';
import { matchesTag } from '../flags/respond.js';
import type { FlagSource } from '../source/flag-source.js';
import { SourceUnavailable } from '../source/source-unavailable.js';
import type { KnownAccess } from './known-access.js';

/** The access list and its age; undefined = it is current, as far as the source knows. */
interface DatedAccess {
  access: EdgeAccess;
  ageSeconds: number | undefined;
  asOf: number;
}

const HASH_CHARACTERS = 22;

const tagOf = (body: string) =>
  weakTag(createHash('sha256').update(body).digest('base64url').slice(0, HASH_CHARACTERS));

/**
 * GET /api/v1/edge/access on Node's own request and response: the access list for the environment of an SDK key. With
 * it, an edge checks keys and origins without the database. Keys appear as hashes only.
 */
export class EdgeAccessHandler {
  constructor(
    private readonly authenticator: Pick<Authenticator, 'authenticate'>,
    private readonly source: Pick<FlagSource, 'accessTo'>,
    private readonly known: Pick<KnownAccess, 'record' | 'of'>,
    private readonly logger: Logger,
    private readonly isBounded = false,
  ) {}

  handle(request: IncomingMessage, response: ServerResponse): void {
    const call: AnswerTo = { request, response, allowOrigin: undefined };
    this.answer(call).catch((error: unknown) => this.refuse(error, call));
  }

  private async answer(call: AnswerTo): Promise<void> {
    const { headers } = call.request;
    const granted = await this.authenticator.authenticate(headers[SDK_KEY_HEADER] as string, headers.origin).result;
    call.allowOrigin = granted.allowOrigin;
    if (granted.kind === 'refused') throw granted.error;
    const { access, ageSeconds, asOf } = await this.find(granted);
    const body = JSON.stringify(access);
    const tag = { etag: tagOf(body), 'cache-control': 'private, no-cache' };
    const unchanged = matchesTag(headers['if-none-match'], tag.etag);
    writeAnswer(
      { ...call, ageSeconds, asOf: this.isBounded ? asOf : undefined },
      unchanged ? 304 : 200,
      unchanged ? undefined : body,
      tag,
    );
  }

  /** @throws sdk_key_invalid when the key was revoked since its look-up; unavailable */
  private async find(granted: GrantedAccess): Promise<DatedAccess> {
    if (granted.kind === 'stale') return this.lastKnown(granted);
    try {
      const found = await this.source.accessTo(granted.version.environmentId);
      this.known.record(found);
      const { access, asOf } = found;
      if (!access || !isOpenTo(access, granted)) throw keyRefused();
      return { access, ageSeconds: undefined, asOf };
    } catch (error) {
      if (error instanceof SourceUnavailable) return this.lastKnown(granted);
      throw error;
    }
  }

  private lastKnown(granted: GrantedAccess): DatedAccess {
    const known = this.known.of(granted.version.environmentId);
    if (!known || !isOpenTo(known.access, granted)) throw unavailable();
    return { ...known, ageSeconds: ageOf(known.asOf) };
  }

  private refuse(error: unknown, { request, response, allowOrigin }: AnswerTo): void {
    const refusal = toDomainError(error);
    const requestId = requestIdOf(request);
    logCause(this.logger, refusal, request, requestId);
    if (!response.headersSent) writeProblem(response, refusal, requestId, corsHeaders(allowOrigin));
  }
}

/** A client that presents a key missing from the list is refused. */
const isOpenTo = ({ keys }: EdgeAccess, { keyHash, keyKind }: GrantedAccess): boolean =>
  keys.some(({ hash, kind }) => hash === keyHash && kind === keyKind);
