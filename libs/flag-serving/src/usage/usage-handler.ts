import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf, USAGE_LIMITS } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import { ANY_KEY } from '../authenticate/authenticator.js';
import { corsHeaders } from '../authenticate/cors.js';
import { logCause } from '../authenticate/log-cause.js';
import { toDomainError } from '../authenticate/to-domain-error.js';
import type { AnswerTo } from '../authenticate/write-answer.js';
import { writeProblem } from '../authenticate/write-problem.js';
import { type ReportIntake, writeTaken } from '../decisions/report-intake.js';
import type { ServingMetrics } from '../serving-metrics.js';
import { readUsage } from './read-usage.js';
import type { UsageSink } from './usage-sink.js';

const USAGE = { keys: ANY_KEY, bodyBytes: USAGE_LIMITS.bodyBytes, read: readUsage };

/** POST /api/v1/usage, on Node's own request and response: validates and records without waiting. */
export class UsageHandler {
  constructor(
    private readonly intake: Pick<ReportIntake, 'take'>,
    private readonly sink: Pick<UsageSink, 'add'>,
    private readonly metrics: Pick<ServingMetrics, 'usage'>,
    private readonly logger: Logger,
  ) {}

  handle(request: IncomingMessage, response: ServerResponse): void {
    const to: AnswerTo = { request, response, allowOrigin: undefined };
    this.answer(to).catch((error: unknown) => this.refuse(error, to));
  }

  private async answer(to: AnswerTo): Promise<void> {
    const { environmentId, keyKind, report } = await this.intake.take(to, USAGE);
    const isTaken = this.sink.add(environmentId, report, keyKind);
    this.metrics.usage(isTaken ? 'taken' : 'dropped');
    writeTaken(to);
  }

  private refuse(error: unknown, { request, response, allowOrigin }: AnswerTo): void {
    const refusal = toDomainError(error);
    const requestId = requestIdOf(request);
    logCause(this.logger, refusal, request, requestId);
    if (response.headersSent) return;
    this.metrics.usage(refusal.code);
    writeProblem(response, refusal, requestId, corsHeaders(allowOrigin));
  }
}
