import type { IncomingMessage, ServerResponse } from 'node:http';
import { EDGE_APPLIED_LIMITS, type EdgeApplied, requestIdOf, type StreamApplied } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import { corsHeaders } from '../authenticate/cors.js';
import { logCause } from '../authenticate/log-cause.js';
import { toDomainError } from '../authenticate/to-domain-error.js';
import type { AnswerTo } from '../authenticate/write-answer.js';
import { writeProblem } from '../authenticate/write-problem.js';
import { type ReportIntake, writeTaken } from '../decisions/report-intake.js';
import { readEdgeApplied } from './read-edge-applied.js';
import { readStreamApplied } from './read-stream-applied.js';

/** The listener checks that the report belongs to a wait it started. */
export interface AppliedListener {
  /** An edge reports how many of its clients have a change. */
  edge(environmentId: string, reported: EdgeApplied): void;
  /** A streaming client reports that it has a change. */
  stream(environmentId: string, reported: StreamApplied): void;
}

const STREAM_BYTES = 1_024;

/** POST /api/v1/edge/applied and POST /api/v1/stream/applied, on Node's own request and response. */
export class AppliedHandler {
  private listener: AppliedListener | undefined;

  constructor(
    private readonly intake: Pick<ReportIntake, 'take'>,
    private readonly logger: Logger,
  ) {}

  onReported(listener: AppliedListener): void {
    this.listener = listener;
  }

  handleEdge(request: IncomingMessage, response: ServerResponse): void {
    const kind = { bodyBytes: EDGE_APPLIED_LIMITS.bodyBytes, read: readEdgeApplied };
    this.handle(request, response, async (to) => {
      const { environmentId, report } = await this.intake.take(to, kind);
      this.listener?.edge(environmentId, report);
    });
  }

  handleStream(request: IncomingMessage, response: ServerResponse): void {
    const kind = { bodyBytes: STREAM_BYTES, read: readStreamApplied };
    this.handle(request, response, async (to) => {
      const { environmentId, report } = await this.intake.take(to, kind);
      this.listener?.stream(environmentId, report);
    });
  }

  private handle(request: IncomingMessage, response: ServerResponse, take: (to: AnswerTo) => Promise<void>): void {
    const to: AnswerTo = { request, response, allowOrigin: undefined };
    take(to).then(
      () => writeTaken(to),
      (error: unknown) => this.refuse(error, to),
    );
  }

  private refuse(error: unknown, { request, response, allowOrigin }: AnswerTo): void {
    const refusal = toDomainError(error);
    const requestId = requestIdOf(request);
    logCause(this.logger, refusal, request, requestId);
    if (!response.headersSent) writeProblem(response, refusal, requestId, corsHeaders(allowOrigin));
  }
}
