import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type DomainError, REQUEST_ID_HEADER, SDK_KEY_HEADER } from '@burgee/contracts';
import { LOGGER, requestIdOf, toDomainError, unavailable } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Admission, Door } from '../admission/admission.js';
import { corsHeaders } from '../admission/cors.js';
import { writeProblem } from '../admission/write-problem.js';
import { onceFor } from '../authority/once-for.js';
import { FlagSetStore } from '../flag-sets/flag-set-store.js';
import { KnownGoodAnswers } from '../flag-sets/known-good.js';
import type { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import { countRead } from '../metrics.js';
import { chooseEncoding, matchesTag } from './negotiate.js';

const VARY = 'Origin, Accept-Encoding';

interface Found {
  rendered: RenderedFlagSet;
  /** Seconds since it was last known to be current; undefined = it is current. */
  ageSeconds?: number;
}

/** What comes of an admission, for all who share it. */
type Outcome = { allowOrigin: string | undefined } & ((Found & { head: OutgoingHttpHeaders }) | { error: unknown });

function headOf({ rendered, ageSeconds }: Found, allowOrigin: string | undefined): OutgoingHttpHeaders {
  return {
    etag: rendered.etag,
    'cache-control': 'private, no-cache',
    vary: VARY,
    ...corsHeaders(allowOrigin),
    ...(ageSeconds !== undefined && { 'burgee-freshness': `stale; age=${ageSeconds}` }),
  };
}

/**
 * GET /api/v1/flags, on Node's own request and response: the framework's layers cost a third of the throughput.
 * Door, body, answer. Every byte of the body was made when its revision was first asked for, and all that is the same for
 * those who share a check is done once for them.
 */
@Injectable()
export class ServeFlags {
  private readonly outcomes = new WeakMap<Promise<Admission>, Promise<Outcome>>();

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
      const admission = this.door.admit(headers[SDK_KEY_HEADER] as string | undefined, headers.origin);
      const outcome = await onceFor(this.outcomes, admission, () => this.outcomeOf(admission));
      ({ allowOrigin } = outcome);
      if ('error' in outcome) throw outcome.error;
      const { rendered, ageSeconds } = outcome;
      const head = { ...outcome.head };
      if (headers[REQUEST_ID_HEADER] !== undefined) head[REQUEST_ID_HEADER] = requestIdOf(request);
      if (matchesTag(headers['if-none-match'], rendered.etag)) {
        countRead('not_modified');
        response.writeHead(304, head).end();
        return;
      }
      const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined);
      const made = rendered.body(encoding);
      const body = Buffer.isBuffer(made) ? made : await made;
      head['content-type'] = 'application/json; charset=utf-8';
      head['content-length'] = body.length;
      if (encoding !== 'identity') head['content-encoding'] = encoding;
      countRead(ageSeconds === undefined ? 'fresh' : 'stale');
      response.writeHead(200, head);
      response.end(request.method === 'HEAD' ? undefined : body);
    } catch (error) {
      const domain = toDomainError(error);
      if (error !== domain) this.logger[domain.kind.logLevel]({ err: error }, 'GET /api/v1/flags');
      if (!response.headersSent) this.refuse(domain, allowOrigin, request, response);
    }
  }

  private async outcomeOf(admitted: Promise<Admission>): Promise<Outcome> {
    let allowOrigin: string | undefined;
    try {
      const admission = await admitted;
      ({ allowOrigin } = admission);
      if (admission.kind === 'refused') throw admission.error;
      const found = await this.find(admission);
      return { ...found, allowOrigin, head: headOf(found, allowOrigin) };
    } catch (error) {
      return { allowOrigin, error };
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

  private refuse(
    error: DomainError,
    allowOrigin: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    countRead(error.code);
    writeProblem(response, error, requestIdOf(request), { vary: VARY, ...corsHeaders(allowOrigin) });
  }
}
