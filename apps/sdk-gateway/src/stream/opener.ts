import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Admission } from '../admission/admission.js';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { KnownGoodAnswers } from '../flag-sets/known-good.js';
import { decideOpening, formatPlace, type Opening } from './event-id.js';
import { formatEvent } from './format-event.js';
import { Frame } from './frame.js';
import { Hub } from './hub.js';
import { Pulse } from './pulse.js';
import { randomRetry } from './retry.js';
import type { Beginning, Room } from './room.js';
import { beginStale, type Standpoint } from './standpoint.js';
import { StreamConnection } from './stream-connection.js';
import { streamHeaders } from './stream-headers.js';

const LIFETIME_VARIES_BY = 0.2;

export type Admitted = Exclude<Admission, { kind: 'refused' }>;

/** Makes a stream of a request that was let in. */
@Injectable()
export class Opener {
  constructor(
    private readonly hub: Hub,
    private readonly pulse: Pulse,
    private readonly known: KnownGoodAnswers,
    @Inject(CONFIG) private readonly config: Pick<SdkGatewayConfig, 'STREAM_LIFETIME_SECONDS'>,
  ) {}

  /**
   * Registers first; then gets the past; what both bring is sent once, because each connection knows how far it is.
   * @throws when nothing has been answered and nothing can be, and when a stream that was opened cannot go on
   */
  async open(
    request: IncomingMessage,
    response: ServerResponse,
    admission: Admitted,
    snapshot: boolean,
  ): Promise<void> {
    const now = await this.standpoint(admission);
    // A client that left while its key was checked has closed already: nothing would ever take it out of its room.
    if (response.destroyed) return;
    const connection = new StreamConnection(response, now.keyHash, this.endOfLife(), (drained) =>
      this.hub.catchUp(room, drained),
    );
    const room = this.hub.join(connection, now.environmentId, now);
    const leavePulse = this.pulse.add(connection);
    const leave = () => {
      this.hub.leave(connection, now.environmentId);
      leavePulse();
    };
    response.on('close', leave);
    try {
      const opening = decideOpening(request.headers['last-event-id'] as string | undefined, snapshot, now);
      connection.sent = opening.kind === 'continue' ? opening.from : now.revision;
      const beginning = await this.beginning(room, opening, now, snapshot);
      if (admission.kind === 'current' && 'snapshot' in beginning)
        this.known.learn(admission.authority, beginning.snapshot);
      request.socket.setTimeout(0);
      request.socket.setNoDelay(true);
      connection.begin(streamHeaders(request, admission.allowOrigin, now.stale?.ageSeconds));
      if (request.method === 'HEAD') {
        connection.end();
        return;
      }
      connection.write(firstWords(opening, now, connection.sent));
      await room.start(connection, beginning);
    } finally {
      if (!response.headersSent) leave();
    }
  }

  private endOfLife(): number {
    const variation = 1 + LIFETIME_VARIES_BY * (2 * Math.random() - 1);
    return performance.now() + this.config.STREAM_LIFETIME_SECONDS * 1_000 * variation;
  }

  private async standpoint(admission: Admitted): Promise<Standpoint> {
    if (admission.kind === 'current') {
      const { environment_id, epoch, revision, key_hash } = admission.authority;
      return { environmentId: environment_id, epoch, revision, keyHash: key_hash };
    }
    const { keyHash, place } = admission;
    const { environmentId } = place;
    const stale = await this.known.answerFor(environmentId);
    if (!stale) throw unavailable();
    const { epoch, revision } = stale.rendered.set;
    return { environmentId, epoch, revision, keyHash, stale };
  }

  /** What is sent first is had before anything is answered: who can be given nothing is told so by the status. */
  private async beginning(room: Room, opening: Opening, now: Standpoint, asked: boolean): Promise<Beginning> {
    if (now.stale) return beginStale(room, opening, now, asked);
    if (room.epoch === now.epoch) return room.prepare(opening);
    room.restart();
    throw unavailable();
  }
}

/** Before a snapshot `ready` carries no id: a client cut off in between must not believe that it is up to date. */
function firstWords(opening: Opening, { environmentId, epoch }: Standpoint, revision: number): Frame {
  const id = opening.kind === 'continue' ? formatPlace({ epoch, revision }) : undefined;
  const ready = formatEvent('ready', id, { environment_id: environmentId, revision });
  return new Frame(randomRetry() + ready.plain.toString());
}
