import type { IncomingMessage, ServerResponse } from 'node:http';
import { UNLEASH_REPORT_BYTES_AT_MOST } from '@burgee/contracts/wire';
import { ANY_KEY, type Authenticator } from '../authenticate/authenticator.js';
import { type AnswerTo, NO_STORE, writeAnswer } from '../authenticate/write-answer.js';
import type { Decisions } from '../decisions/decisions.js';
import type { HoldFor } from '../decisions/hold.js';
import { readBody } from '../decisions/read-body.js';
import { refuseOtherTypes } from '../decisions/refuse-other-types.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { UsageSink } from '../usage/usage-sink.js';
import { readReport } from './read-report.js';
import type { Refuse } from './refuse.js';
import { bodyTooLarge } from './toggles-handler.js';
import { toUsage } from './to-usage.js';

/** A report of an SDK. */
export interface Report {
  kind: 'register' | 'metrics' | 'bulk';
  /** Whether a client key suffices. */
  isFrontend: boolean;
}

/** POST …/register and …/metrics: validates reports, and records them as usage. */
export class ReportsHandler {
  constructor(
    private readonly authenticator: Pick<Authenticator, 'authenticate'>,
    private readonly decisions: Pick<Decisions, 'read'>,
    private readonly metrics: Pick<ServingMetrics, 'unleash' | 'usage'>,
    private readonly holdFor: HoldFor,
    private readonly refuse: Refuse,
    private readonly usage: Pick<UsageSink, 'add'> | undefined,
  ) {}

  handle(request: IncomingMessage, response: ServerResponse, key: string | undefined, report: Report): void {
    const to: AnswerTo = { request, response, allowOrigin: undefined };
    this.answer(to, key, report).catch((error: unknown) => this.refuse('report', error, to));
  }

  private async answer(to: AnswerTo, key: string | undefined, { kind, isFrontend }: Report): Promise<void> {
    const { request, response } = to;
    const hold = this.holdFor(request, response);
    const { origin } = request.headers;
    const access = await this.authenticator.authenticate(key, origin, isFrontend ? ANY_KEY : undefined).result;
    to.allowOrigin = access.allowOrigin;
    if (access.kind === 'refused') throw access.error;
    refuseOtherTypes(request);
    const body = await readBody(request, UNLEASH_REPORT_BYTES_AT_MOST, hold);
    if (!body) throw bodyTooLarge(UNLEASH_REPORT_BYTES_AT_MOST);
    const { keyKind, version } = access;
    const { environmentId } = version;
    const windows = await this.decisions.read({ request, response, environmentId, keyKind }, body, (text) => {
      const report = readReport(kind, text);
      return this.usage && toUsage(kind, report, request.headers);
    });
    for (const window of windows ?? []) {
      const isTaken = this.usage?.add(environmentId, window, keyKind);
      this.metrics.usage(isTaken ? 'taken' : 'dropped');
    }
    writeAnswer(to, 202, undefined, { ...NO_STORE, 'content-length': '0' });
    this.metrics.unleash('report', 'accepted');
  }
}
