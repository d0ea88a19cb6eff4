import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { credentialsIn, DomainError, requestIdOf, unavailable } from '@burgee/contracts/wire';
import type { EvaluationContext } from '@burgee/evaluation';
import type { Logger } from 'pino';
import { ACCESS_HOLDS_MILLISECONDS, type Granted } from '../authenticate/access.js';
import type { Authenticator } from '../authenticate/authenticator.js';
import { corsHeaders } from '../authenticate/cors.js';
import { logCause } from '../authenticate/log-cause.js';
import { toDomainError } from '../authenticate/to-domain-error.js';
import { type AnswerTo, NO_STORE, writeAnswer } from '../authenticate/write-answer.js';
import { writeProblem } from '../authenticate/write-problem.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { FlagSetReader, ReadFlagSet } from '../flags/flag-set-reader.js';
import { matchesTag } from '../flags/respond.js';
import { minPositionOf } from '../positions/min-position.js';
import type { ServingMetrics } from '../serving-metrics.js';
import { bulkTag, isOlderThanEvent } from './bulk-tag.js';
import type { Decisions } from './decisions.js';
import { eventToken } from './event-tokens.js';
import type { Failure } from './failure.js';
import { forwardedPrefix } from './forwarded-prefix.js';
import type { Hold, HoldFor } from './hold.js';
import { eventsAddress, type OfrepAddress } from './ofrep-address.js';
import { readBody } from './read-body.js';
import { BODY_BYTES_AT_MOST, bodyTooLarge } from './read-context.js';
import { SharedAccess } from './shared-access.js';

type Address = Exclude<OfrepAddress, { kind: 'events' }>;

/** One request for decisions. */
interface Call<A extends Address = Address> extends AnswerTo {
  address: A;
  key: string | undefined;
  hold: Hold;
}

/** After so long a page that nobody looks at closes its stream, as OFREP has it by default. */
const INACTIVITY_SECONDS = 120;

/** A smaller answer fits into what the kernel keeps for a socket. */
const UNHELD_BYTES = 16 * 1_024;

const BEFORE_FLAGS = Buffer.from('{"flags":[');
const JSON_TYPE = 'application/json';
const SEVERAL_KEYS: Failure = { errorCode: 'GENERAL', errorDetails: 'The headers carry different keys. Send one.' };

/** POST /ofrep/v1/evaluate/flags and …/flags/{key}, on Node's own request and response: decisions, fresh as reads are. */
export class OfrepHandler {
  private readonly access: SharedAccess;
  constructor(
    authenticator: Pick<Authenticator, 'authenticate'>,
    private readonly reader: Pick<FlagSetReader, 'read' | 'readFrom'>,
    private readonly decisions: Pick<Decisions, 'admit' | 'admitBody' | 'context' | 'one' | 'all'>,
    private readonly metrics: Pick<ServingMetrics, 'decision'>,
    private readonly holdFor: HoldFor,
    private readonly logger: Logger,
  ) {
    this.access = new SharedAccess(authenticator);
  }

  handle(request: IncomingMessage, response: ServerResponse, address: Address): void {
    const hold = this.holdFor(request, response);
    const call: Call = { request, response, address, hold, key: undefined, allowOrigin: undefined };
    this.answer(call).catch((error: unknown) => this.refuse(error, call));
  }

  private async answer(call: Call): Promise<void> {
    const { origin } = call.request.headers;
    const [key, ...others] = credentialsIn(call.request.headers);
    call.key = others.length > 0 ? undefined : key;
    const access = await this.access.of(call.key, origin);
    call.allowOrigin = access.allowOrigin;
    if (others.length > 0 && access.allowOrigin === origin) this.fail(call, SEVERAL_KEYS);
    else if (access.kind === 'refused') throw access.error;
    else await this.answerGranted(access, call);
  }

  /** Nobody's body is kept before it is known whose key comes with it. */
  private async answerGranted(granted: Granted, call: Call): Promise<void> {
    const { request } = call;
    const holdsUntil = performance.now() + ACCESS_HOLDS_MILLISECONDS;
    await this.decisions.admit(request, granted.keyKind);
    refuseOtherTypes(request);
    const min = minPositionOf(request.headers);
    const reading = readBody(request, BODY_BYTES_AT_MOST, call.hold);
    const body = reading instanceof Promise ? await reading : reading;
    if (!body) return this.fail(call, bodyTooLarge);
    await this.decisions.admitBody(request, granted.keyKind, body);
    const isLate = performance.now() >= holdsUntil;
    const access = isLate ? await this.access.of(call.key, request.headers.origin) : granted;
    if (access.kind === 'refused') return this.refuse(access.error, { ...call, allowOrigin: access.allowOrigin });
    const read = await (min
      ? this.reader.readFrom(min, access, request, call.response)
      : this.reader.read(access, [request]));
    if (read.kind === 'refused') return this.refuse(read.error, { ...call, allowOrigin: read.allowOrigin });
    const { address } = call;
    call.ageSeconds = read.ageSeconds;
    call.asOf = read.asOf;
    if (address.kind === 'single') await this.answerOne({ ...call, address }, body, read);
    else await this.answerAll({ ...call, address }, body, read, access);
  }

  private async answerOne(call: Call<Address & { kind: 'single' }>, body: Buffer, { rendered }: ReadFlagSet) {
    const context = await this.contextOf(call, rendered, body);
    if (!context) return;
    const decision = await this.decisions.one(call.request, rendered, call.address.flagKey, context);
    const { revision, epoch } = rendered.set;
    const metadata = { ...decision.metadata, revision, epoch };
    const errorCode = 'errorCode' in decision ? decision.errorCode : undefined;
    const status = errorCode === undefined ? 200 : errorCode === 'FLAG_NOT_FOUND' ? 404 : 400;
    this.write(call, errorCode, status, JSON.stringify({ ...decision, metadata }));
  }

  private async answerAll(
    call: Call<Address & { kind: 'bulk' }>,
    body: Buffer,
    { rendered }: ReadFlagSet,
    { keyHash, keyKind }: Granted,
  ) {
    const { request, address, ageSeconds } = call;
    const { revision, epoch } = rendered.set;
    // Later than what the source said last: another replica may know, or this one soon.
    if (ageSeconds !== undefined && isOlderThanEvent(rendered.set, address.configTag)) throw unavailable();
    const headers = { etag: bulkTag(rendered.set, body), 'cache-control': 'private, no-cache' };
    if (matchesTag(request.headers['if-none-match'], headers.etag)) {
      this.write(call, 'not_modified', 304, undefined, headers);
      return;
    }
    const context = await this.contextOf(call, rendered, body);
    if (!context) return;
    const asked = { keyKind, bytes: body.length };
    const flags = await this.decisions.all(request, rendered, context, asked);
    const rest = JSON.stringify({
      eventStreams: [eventStream(eventToken(keyHash, rendered.set.environmentId), request.headers)],
      metadata: { revision, epoch },
    });
    const json = Buffer.concat([BEFORE_FLAGS, ...flags, Buffer.from(`],${rest.slice(1)}`)]);
    if (json.length > UNHELD_BYTES) call.hold(json.length);
    this.write(call, undefined, 200, json, headers);
  }

  /** Undefined when it was answered that there is none. */
  private async contextOf(call: Call, rendered: RenderedFlagSet, body: Buffer): Promise<EvaluationContext | undefined> {
    const read = await this.decisions.context(call.request, rendered, body);
    if ('context' in read) return read.context;
    this.fail(call, read.failure);
    return undefined;
  }

  /** What is wrong is the request. */
  private fail(call: Call, failure: Failure): void {
    const { address } = call;
    const key = address.kind === 'single' ? { key: address.flagKey } : {};
    this.write({ ...call, ageSeconds: undefined }, failure.errorCode, 400, JSON.stringify({ ...key, ...failure }));
  }

  /** @param result left out: decided */
  private write(
    call: Call,
    result: string | undefined,
    ...answer: [number, string | Buffer | undefined, OutgoingHttpHeaders?]
  ): void {
    const [status, json, headers = NO_STORE] = answer;
    writeAnswer(call, status, json, headers);
    this.metrics.decision(call.address.kind, result ?? (call.ageSeconds === undefined ? 'fresh' : 'stale'));
  }

  private refuse(error: unknown, call: Call): void {
    const { request, response, address, allowOrigin } = call;
    const refusal = toDomainError(error);
    const requestId = requestIdOf(request);
    logCause(this.logger, refusal, request, requestId);
    if (response.headersSent) return;
    if (refusal.code === 'invalid_request') {
      this.fail(call, { errorCode: 'GENERAL', errorDetails: refusal.message });
      return;
    }
    this.metrics.decision(address.kind, refusal.code);
    writeProblem(response, refusal, requestId, corsHeaders(allowOrigin));
  }
}

/** Without an origin: a provider takes that of the address that it calls, and nothing of its path. */
const eventStream = (token: string, headers: IncomingHttpHeaders) => ({
  type: 'sse',
  endpoint: { requestUri: eventsAddress(token, forwardedPrefix(headers)) },
  inactivityDelaySec: INACTIVITY_SECONDS,
});

/**
 * A page of any site can send text and forms without a preflight. OpenFeature's provider for Go names no type; no form does that.
 * @throws unsupported_media_type
 */
function refuseOtherTypes({ headers }: IncomingMessage): void {
  const [type = ''] = (headers['content-type'] ?? JSON_TYPE).split(';', 1);
  const isPlain = [undefined, 'identity'].includes(headers['content-encoding']);
  if (!isPlain || type.trim().toLowerCase() !== JSON_TYPE)
    throw new DomainError('unsupported_media_type', 'Send JSON as application/json, without a Content-Encoding.');
}
