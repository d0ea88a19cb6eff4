import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { DomainError } from '@burgee/contracts/wire';
import { toToggle } from '@burgee/unleash-api';
import type { Authenticator } from '../authenticate/authenticator.js';
import { writeAnswer } from '../authenticate/write-answer.js';
import { bulkTag } from '../decisions/bulk-tag.js';
import type { SayDecision } from '../decisions/decidable-flag-set.js';
import { type DecisionCall, DecisionIntake } from '../decisions/decision-intake.js';
import type { Decisions } from '../decisions/decisions.js';
import type { HoldFor } from '../decisions/hold.js';
import { readBody } from '../decisions/read-body.js';
import { BODY_BYTES_AT_MOST } from '../decisions/read-context.js';
import { refuseOtherTypes } from '../decisions/refuse-other-types.js';
import type { FlagSetReader } from '../flags/flag-set-reader.js';
import { matchesTag } from '../flags/respond.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { UsageSink } from '../usage/usage-sink.js';
import { contextIn, contextOfBody } from './read-context.js';
import type { Refuse } from './refuse.js';

/** A smaller answer fits into the kernel's socket buffer. */
const UNCOUNTED_BYTES = 16 * 1_024;

const BEFORE_TOGGLES = Buffer.from('{"toggles":[');
const AFTER_TOGGLES = Buffer.from(']}');

export const bodyTooLarge = (bytesAtMost: number) =>
  new DomainError('body_too_large', `The body has more than ${bytesAtMost} bytes.`);

/** Omits flags that are off. */
export const sayToggle: SayDecision = (flag, details) => {
  const toggle = toToggle(flag, details);
  return toggle ? JSON.stringify(toggle) : '';
};

/** GET and POST /unleash/api/frontend: the flags that are on for a context, as fresh as reads. */
export class TogglesHandler {
  private readonly intake: DecisionIntake;

  // oxlint-disable-next-line max-params -- what is counted goes elsewhere than what is answered
  constructor(
    authenticator: Pick<Authenticator, 'authenticate'>,
    reader: Pick<FlagSetReader, 'read' | 'readFrom' | 'mayBeBehind'>,
    private readonly decisions: Pick<Decisions, 'read' | 'all'>,
    private readonly metrics: Pick<ServingMetrics, 'unleash'>,
    private readonly holdFor: HoldFor,
    private readonly refuse: Refuse,
    private readonly usage?: Pick<UsageSink, 'bulk'>,
  ) {
    this.intake = new DecisionIntake(authenticator, reader);
  }

  handle(request: IncomingMessage, response: ServerResponse, key: string | undefined, query: string): void {
    const call: DecisionCall = {
      request,
      response,
      key,
      hold: this.holdFor(request, response),
      allowOrigin: undefined,
    };
    this.answer(call, query).catch((error: unknown) => this.refuse('toggles', error, call));
  }

  private async answer(call: DecisionCall, query: string): Promise<void> {
    const { request, response } = call;
    const isPost = request.method === 'POST';
    const granted = await this.intake.accessOf(call);
    call.allowOrigin = granted.allowOrigin;
    if (granted.kind === 'refused') throw granted.error;
    const taken = await this.intake.take(granted, call, () => {
      if (!isPost) return Buffer.from(query);
      refuseOtherTypes(request);
      return readBody(request, BODY_BYTES_AT_MOST, call.hold);
    });
    if (taken.kind === 'too-large') throw bodyTooLarge(BODY_BYTES_AT_MOST);
    if (taken.kind === 'refused') {
      call.allowOrigin = taken.allowOrigin;
      throw taken.error;
    }
    const { body, access, read } = taken;
    const { rendered, ageSeconds, asOf } = read;
    this.usage?.bulk(rendered.set.environmentId, 'unleash-frontend', access.keyKind);
    const headers: OutgoingHttpHeaders = {
      etag: bulkTag(rendered.set, body),
      'cache-control': 'private, no-cache',
    };
    const to = { ...call, ageSeconds, asOf };
    if (matchesTag(request.headers['if-none-match'], String(headers.etag))) {
      writeAnswer(to, 304, undefined, headers);
      this.metrics.unleash('toggles', 'not_modified');
      return;
    }
    const { environmentId } = rendered.set;
    const caller = { request, response, environmentId, keyKind: access.keyKind };
    const context = await this.decisions.read(caller, body, isPost ? contextOfBody : contextIn);
    // The encoding of each flag begins with a comma.
    const all = Buffer.concat(await this.decisions.all(caller, rendered, context)).subarray(1);
    const toggles = Buffer.concat([BEFORE_TOGGLES, all, AFTER_TOGGLES]);
    if (toggles.length > UNCOUNTED_BYTES) call.hold(toggles.length);
    writeAnswer(to, 200, toggles, headers);
    this.metrics.unleash('toggles', ageSeconds === undefined ? 'fresh' : 'stale');
  }
}
