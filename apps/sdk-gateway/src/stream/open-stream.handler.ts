import type { IncomingMessage, ServerResponse } from 'node:http';
import { REQUEST_ID_HEADER, SDK_KEY_HEADER } from '@burgee/contracts';
import { LOGGER, requestIdOf, toDomainError, unavailable } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Admission, Door } from '../admission/admission.js';
import { corsHeaders } from '../admission/cors.js';
import { writeProblem } from '../admission/write-problem.js';
import { FlagSetStore } from '../flag-sets/flag-set-store.js';
import { decideOpening, formatPlace, type StreamPlace } from './event-id.js';
import { formatEvent } from './format-event.js';
import { Hub } from './hub.js';
import { randomRetry } from './retry.js';
import { StreamConnection } from './stream-connection.js';
import { Tickets } from './tickets.js';

interface StreamQuery {
  ticket?: string;
  snapshot?: string;
}

interface Place extends StreamPlace {
  environmentId: string;
  keyHash: string;
}

/** GET /api/v1/stream on the raw response: the framework's own SSE delays the headers and numbers heartbeats. */
@Injectable()
export class OpenStream {
  constructor(
    private readonly door: Door,
    private readonly tickets: Tickets,
    private readonly hub: Hub,
    private readonly sets: FlagSetStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse, query: StreamQuery): Promise<void> {
    try {
      const admission = await this.admit(request, query.ticket);
      if (admission.kind === 'refused') {
        const headers = { vary: 'Origin', ...corsHeaders(admission.allowOrigin) };
        writeProblem(response, admission.error, requestIdOf(request), headers);
        return;
      }
      await this.open(this.placeOf(admission), admission.allowOrigin, request, response, query.snapshot === 'true');
    } catch (error) {
      this.fail(error, request, response);
    }
  }

  /** The key never comes in the URL; a ticket, which works once, may. */
  private async admit(request: IncomingMessage, ticket: string | undefined): Promise<Admission> {
    const { headers } = request;
    if (ticket === undefined) return this.door.admit(headers[SDK_KEY_HEADER] as string | undefined, headers.origin);
    return this.door.admitHash(await this.tickets.redeem(ticket), headers.origin);
  }

  private placeOf(admission: Exclude<Admission, { kind: 'refused' }>): Place {
    if (admission.kind === 'current') {
      const { environment_id, epoch, revision, key_hash } = admission.authority;
      return { environmentId: environment_id, epoch, revision, keyHash: key_hash };
    }
    const held = this.sets.held(admission.environmentId);
    if (!held) throw unavailable();
    const { epoch, revision } = held.set;
    return { environmentId: admission.environmentId, epoch, revision, keyHash: admission.keyHash };
  }

  /** Register first; then the past; what both bring is sent once, because each connection knows how far it is. */
  private async open(
    place: Place,
    allowOrigin: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    wantsSnapshot: boolean,
  ): Promise<void> {
    // A client that left while its key was checked has closed already: nothing would ever take it out of its room.
    if (response.destroyed) return;
    const { environmentId, epoch, revision, keyHash } = place;
    const connection = new StreamConnection(
      response,
      keyHash,
      (drained) => void room.catchUp(drained).catch(() => drained.end()),
    );
    const room = this.hub.join(connection, environmentId, place);
    response.on('close', () => this.hub.leave(connection, environmentId));
    request.socket.setTimeout(0);
    request.socket.setNoDelay(true);

    const lastEventId = request.headers['last-event-id'] as string | undefined;
    const opening = decideOpening(lastEventId, wantsSnapshot, place);
    connection.sent = opening.kind === 'continue' ? opening.from : revision;
    // Before a snapshot `ready` carries no id: a client cut off in between must not believe that it is up to date.
    const id = opening.kind === 'continue' ? formatPlace({ epoch, revision: connection.sent }) : undefined;
    response.writeHead(200, {
      // No charset, which a stream cannot choose anyway: proxies know streams by exactly this type.
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'Origin',
      [REQUEST_ID_HEADER]: requestIdOf(request),
      ...corsHeaders(allowOrigin),
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    connection.write(Buffer.from(randomRetry()));
    connection.write(formatEvent('ready', id, { environment_id: environmentId, revision: connection.sent }));
    if (opening.kind === 'snapshot') await room.sendSnapshot(connection);
    else await room.catchUp(connection);
  }

  private fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    const domain = toDomainError(error);
    this.logger[domain.kind.logLevel]({ err: error }, 'GET /api/v1/stream');
    if (response.headersSent) response.end();
    else writeProblem(response, domain, requestIdOf(request), { vary: 'Origin' });
  }
}
