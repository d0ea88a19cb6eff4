import { requestIdOf } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import { corsHeaders } from '../authenticate/cors.js';
import { logCause } from '../authenticate/log-cause.js';
import { toDomainError } from '../authenticate/to-domain-error.js';
import type { AnswerTo } from '../authenticate/write-answer.js';
import { writeProblem } from '../authenticate/write-problem.js';
import type { ServingMetrics } from '../serving-metrics.js';

/** Sends the error response. */
export type Refuse = (kind: 'toggles' | 'report', error: unknown, to: AnswerTo) => void;

export const createRefuse =
  (metrics: Pick<ServingMetrics, 'unleash'>, logger: Logger): Refuse =>
  (kind, error, { request, response, allowOrigin }) => {
    const refusal = toDomainError(error);
    const requestId = requestIdOf(request);
    logCause(logger, refusal, request, requestId);
    if (response.headersSent) return;
    metrics.unleash(kind, refusal.code);
    writeProblem(response, refusal, requestId, corsHeaders(allowOrigin));
  };
