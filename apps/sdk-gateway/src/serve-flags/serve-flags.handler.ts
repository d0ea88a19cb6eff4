import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DomainError, REQUEST_ID_HEADER, SDK_KEY_HEADER } from '@burgee/contracts';
import { LOGGER, requestIdOf, toDomainError, unavailable } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Admission, Door } from '../admission/admission.js';
import { corsHeaders } from '../admission/cors.js';
import { writeProblem } from '../admission/write-problem.js';
import { FlagSetStore } from '../flag-sets/flag-set-store.js';
import { KnownGoodAnswers } from '../flag-sets/known-good.js';
import type { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import { sdkReads } from '../metrics.js';
import { chooseEncoding, matchesTag } from './negotiate.js';

const VARY = 'Origin, Accept-Encoding';

interface Found {
  rendered: RenderedFlagSet;
  /** Seconds since it was last known to be current; undefined = it is current. */
  ageSeconds?: number;
}

/**
 * GET /api/v1/flags, on Node's own request and response: the framework's layers cost a third of the throughput.
 * Door, body, answer; every byte of the body was made when its revision was first asked for.
 */
@Injectable()
export class ServeFlags {
  constructor(
    private readonly door: Door,
    private readonly sets: FlagSetStore,
    private readonly known: KnownGoodAnswers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let allowOrigin: string | undefined;
    try {
      const { headers } = request;
      const admission = await this.door.admit(headers[SDK_KEY_HEADER] as string | undefined, headers.origin);
      ({ allowOrigin } = admission);
      if (admission.kind === 'refused') throw admission.error;
      await this.send(await this.find(admission), allowOrigin, request, response);
    } catch (error) {
      const domain = toDomainError(error);
      if (error !== domain) this.logger[domain.kind.logLevel]({ err: error }, 'GET /api/v1/flags');
      if (!response.headersSent) this.refuse(domain, allowOrigin, request, response);
    }
  }

  private async find(admission: Exclude<Admission, { kind: 'refused' }>): Promise<Found> {
    if (admission.kind === 'stale') return this.lastKnown(admission.place.environmentId);
    const { authority } = admission;
    try {
      const rendered = await this.sets.get(authority);
      this.known.learn(authority, rendered);
      return { rendered };
    } catch (error) {
      // Postgres went away between the check and the body.
      this.known.hearOf(authority);
      this.logger.debug({ err: error }, 'the flag set could not be loaded');
      return await this.lastKnown(authority.environment_id);
    }
  }

  private async lastKnown(environmentId: string): Promise<Found> {
    const answer = await this.known.answerFor(environmentId);
    if (!answer) throw unavailable();
    return answer;
  }

  private async send(
    { rendered, ageSeconds }: Found,
    allowOrigin: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { headers } = request;
    const head: Record<string, string | number> = {
      etag: rendered.etag,
      'cache-control': 'private, no-cache',
      vary: VARY,
    };
    if (allowOrigin !== undefined) Object.assign(head, corsHeaders(allowOrigin));
    if (ageSeconds !== undefined) head['burgee-freshness'] = `stale; age=${ageSeconds}`;
    if (headers[REQUEST_ID_HEADER] !== undefined) head[REQUEST_ID_HEADER] = requestIdOf(request);
    if (matchesTag(headers['if-none-match'], rendered.etag)) {
      sdkReads.inc({ result: 'not_modified' });
      response.writeHead(304, head).end();
      return;
    }
    const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined);
    const made = rendered.body(encoding);
    const body = made instanceof Promise ? await made : made;
    head['content-type'] = 'application/json; charset=utf-8';
    head['content-length'] = body.length;
    if (encoding !== 'identity') head['content-encoding'] = encoding;
    sdkReads.inc({ result: ageSeconds === undefined ? 'fresh' : 'stale' });
    response.writeHead(200, head);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private refuse(
    error: DomainError,
    allowOrigin: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    sdkReads.inc({ result: error.code });
    writeProblem(response, error, requestIdOf(request), { vary: VARY, ...corsHeaders(allowOrigin) });
  }
}
