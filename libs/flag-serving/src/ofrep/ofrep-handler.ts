import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import {
  credentialsIn,
  isUsageKey,
  type KeyKind,
  requestIdOf,
  unavailable,
  type UsageVariant,
} from '@burgee/contracts/wire';
import type { EvaluationContext } from '@burgee/evaluation';
import type { Logger } from 'pino';
import type { GrantedAccess } from '../authenticate/access.js';
import type { Authenticator } from '../authenticate/authenticator.js';
import { corsHeaders } from '../authenticate/cors.js';
import { logCause } from '../authenticate/log-cause.js';
import { toDomainError } from '../authenticate/to-domain-error.js';
import { NO_STORE, writeAnswer } from '../authenticate/write-answer.js';
import { writeProblem } from '../authenticate/write-problem.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { FlagSetReader, ReadFlagSet } from '../flags/flag-set-reader.js';
import { matchesTag } from '../flags/respond.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { UsageSink } from '../usage/usage-sink.js';
import { bulkTag, isOlderThanEvent, namedBy } from '../decisions/bulk-tag.js';
import { type DecisionCall, DecisionIntake } from '../decisions/decision-intake.js';
import type { Decision, FailedDecision } from '../decisions/decidable-flag-set.js';
import type { DecisionCaller, Decisions } from '../decisions/decisions.js';
import { eventToken } from './event-tokens.js';
import type { Failure } from '../decisions/failure.js';
import { forwardedPrefix } from './forwarded-prefix.js';
import type { HoldFor } from '../decisions/hold.js';
import { eventsAddress, type OfrepAddress } from './ofrep-address.js';
import { refuseOtherTypes } from '../decisions/refuse-other-types.js';
import { readBody } from '../decisions/read-body.js';
import { BODY_BYTES_AT_MOST, bodyTooLarge, readContext } from '../decisions/read-context.js';

type Address = Exclude<OfrepAddress, { kind: 'events' }>;

/** One request for decisions. */
interface OfrepCall<A extends Address = Address> extends DecisionCall {
  address: A;
  /** By `performance.now()`. */
  arrivedAt: number;
}

/** After this long in the background, a page closes its stream, which is OFREP's default. */
const INACTIVITY_SECONDS = 120;

/** A smaller answer fits into the kernel's socket buffer. */
const UNCOUNTED_BYTES = 16 * 1_024;

/** The protocol's name in usage reports. */
const PROTOCOL = 'ofrep';

const BEFORE_FLAGS = Buffer.from('{"flags":[');
const SEVERAL_KEYS: Failure = { errorCode: 'GENERAL', errorDetails: 'The headers contain different keys. Send one.' };

/** POST /ofrep/v1/evaluate/flags and …/flags/{key}, on Node's own request and response: decisions, fresh as reads are. */
export class OfrepHandler {
  private readonly intake: DecisionIntake;

  // oxlint-disable-next-line max-params -- what is counted goes elsewhere than what is answered
  constructor(
    authenticator: Pick<Authenticator, 'authenticate'>,
    reader: Pick<FlagSetReader, 'read' | 'readFrom' | 'mayBeBehind'>,
    private readonly decisions: Pick<Decisions, 'read' | 'one' | 'all'>,
    private readonly metrics: Pick<ServingMetrics, 'decision'>,
    private readonly holdFor: HoldFor,
    private readonly logger: Logger,
    private readonly usage?: Pick<UsageSink, 'evaluated' | 'bulk'>,
  ) {
    this.intake = new DecisionIntake(authenticator, reader);
  }

  handle(request: IncomingMessage, response: ServerResponse, address: Address): void {
    const hold = this.holdFor(request, response);
    const arrivedAt = performance.now();
    const named = address.kind === 'bulk' ? namedBy(address.configTag) : undefined;
    const unknown = { key: undefined, allowOrigin: undefined };
    const call: OfrepCall = { request, response, address, hold, arrivedAt, named, ...unknown };
    this.answer(call).catch((error: unknown) => this.refuse(error, call));
  }

  private async answer(call: OfrepCall): Promise<void> {
    const { origin } = call.request.headers;
    const [key, ...others] = credentialsIn(call.request.headers);
    call.key = others.length > 0 ? undefined : key;
    const access = await this.intake.accessOf(call);
    call.allowOrigin = access.allowOrigin;
    if (others.length > 0 && access.allowOrigin === origin) this.fail(call, SEVERAL_KEYS);
    else if (access.kind === 'refused') throw access.error;
    else await this.answerGranted(access, call);
  }

  private async answerGranted(granted: GrantedAccess, call: OfrepCall): Promise<void> {
    const { request } = call;
    const taken = await this.intake.take(granted, call, () => {
      refuseOtherTypes(request);
      return readBody(request, BODY_BYTES_AT_MOST, call.hold);
    });
    if (taken.kind === 'too-large') return this.fail(call, bodyTooLarge);
    if (taken.kind === 'refused') return this.refuse(taken.error, { ...call, allowOrigin: taken.allowOrigin });
    const { address } = call;
    const { body, access, read } = taken;
    call.ageSeconds = read.ageSeconds;
    call.asOf = read.asOf;
    if (address.kind === 'single') await this.answerOne({ ...call, address }, body, read, access);
    else await this.answerAll({ ...call, address }, body, read, access);
  }

  private async answerOne(
    call: OfrepCall<Address & { kind: 'single' }>,
    body: Buffer,
    { rendered }: ReadFlagSet,
    { keyKind }: GrantedAccess,
  ) {
    const caller = callerOf(call, rendered, keyKind);
    const context = await this.contextOf(call, caller, body);
    if (!context) return;
    const decision = await this.decisions.one(caller, rendered, call.address.flagKey, context);
    const { revision, epoch } = rendered.set;
    const metadata = { ...decision.metadata, revision, epoch };
    const errorCode = 'errorCode' in decision ? decision.errorCode : undefined;
    this.noteUse(rendered.set.environmentId, call.address.flagKey, decision, keyKind);
    const status = errorCode === undefined ? 200 : errorCode === 'FLAG_NOT_FOUND' ? 404 : 400;
    this.write(call, errorCode, status, JSON.stringify({ ...decision, metadata }));
  }

  private async answerAll(
    call: OfrepCall<Address & { kind: 'bulk' }>,
    body: Buffer,
    { rendered }: ReadFlagSet,
    { keyHash, keyKind }: GrantedAccess,
  ) {
    const { request, ageSeconds, named } = call;
    const { revision, epoch } = rendered.set;
    this.usage?.bulk(rendered.set.environmentId, PROTOCOL, keyKind);
    // The event is later than the source's last answer: another replica may have it, or this one soon.
    if (ageSeconds !== undefined && isOlderThanEvent(rendered.set, named)) throw unavailable();
    const headers = { etag: bulkTag(rendered.set, body), 'cache-control': 'private, no-cache' };
    if (matchesTag(request.headers['if-none-match'], headers.etag)) {
      this.write(call, 'not_modified', 304, undefined, headers);
      return;
    }
    const caller = callerOf(call, rendered, keyKind);
    const context = await this.contextOf(call, caller, body);
    if (!context) return;
    const flags = await this.decisions.all(caller, rendered, context);
    const rest = JSON.stringify({
      eventStreams: [eventStream(eventToken(keyHash, rendered.set.environmentId), request.headers)],
      metadata: { revision, epoch },
    });
    const json = Buffer.concat([BEFORE_FLAGS, ...flags, Buffer.from(`],${rest.slice(1)}`)]);
    if (json.length > UNCOUNTED_BYTES) call.hold(json.length);
    this.write(call, undefined, 200, json, headers);
  }

  /** Undefined when an error was already sent. */
  private async contextOf(
    call: OfrepCall,
    caller: DecisionCaller,
    body: Buffer,
  ): Promise<EvaluationContext | undefined> {
    const read = await this.decisions.read(caller, body, readContext);
    if ('context' in read) return read.context;
    this.fail(call, read.failure);
    return undefined;
  }

  private noteUse(environmentId: string, flagKey: string, decision: Decision | FailedDecision, keyKind: KeyKind): void {
    if (!isUsageKey(flagKey)) return;
    const variant =
      'errorCode' in decision
        ? decision.errorCode === 'FLAG_NOT_FOUND'
          ? 'unknown'
          : 'error'
        : (decision.variant as UsageVariant);
    this.usage?.evaluated(environmentId, PROTOCOL, flagKey, variant, keyKind);
  }

  /** Answers an error of the request. */
  private fail(call: OfrepCall, failure: Failure): void {
    const { address } = call;
    const key = address.kind === 'single' ? { key: address.flagKey } : {};
    this.write({ ...call, ageSeconds: undefined }, failure.errorCode, 400, JSON.stringify({ ...key, ...failure }));
  }

  /** @param result left out: the decision succeeded */
  private write(
    call: OfrepCall,
    result: string | undefined,
    ...answer: [number, string | Buffer | undefined, OutgoingHttpHeaders?]
  ): void {
    const [status, json, headers = NO_STORE] = answer;
    writeAnswer(call, status, json, headers);
    this.count(call, result ?? (call.ageSeconds === undefined ? 'fresh' : 'stale'));
  }

  private refuse(error: unknown, call: OfrepCall): void {
    const { request, response, allowOrigin } = call;
    const refusal = toDomainError(error);
    const requestId = requestIdOf(request);
    logCause(this.logger, refusal, request, requestId);
    if (response.headersSent) return;
    if (refusal.code === 'invalid_request') {
      this.fail(call, { errorCode: 'GENERAL', errorDetails: refusal.message });
      return;
    }
    writeProblem(response, refusal, requestId, corsHeaders(allowOrigin));
    this.count(call, refusal.code);
  }

  private count({ address, arrivedAt }: OfrepCall, result: string): void {
    this.metrics.decision(address.kind, result, (performance.now() - arrivedAt) / 1_000);
  }
}

const callerOf = ({ request, response }: OfrepCall, { set }: RenderedFlagSet, keyKind: KeyKind): DecisionCaller => ({
  request,
  response,
  keyKind,
  environmentId: set.environmentId,
});

/** Without an origin: a provider takes the origin of the URL that it calls, and nothing of its path. */
const eventStream = (token: string, headers: IncomingHttpHeaders) => ({
  type: 'sse',
  endpoint: { requestUri: eventsAddress(token, forwardedPrefix(headers)) },
  inactivityDelaySec: INACTIVITY_SECONDS,
});
