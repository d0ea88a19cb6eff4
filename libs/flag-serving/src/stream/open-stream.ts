import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '@burgee/contracts/wire';
import type { Granted } from '../authenticate/access.js';
import type { FallbackStore } from '../fallback/fallback-store.js';
import { formatPosition } from '../source/position.js';
import { type InTurn, LARGE_BYTES, type Turn } from '../source/tenant-queue.js';
import type { ServingMetrics } from '../serving-metrics.js';
import { formatEvent } from './format-event.js';
import { Frame } from './frame.js';
import type { Heartbeats } from './heartbeats.js';
import { bytesOf, initialEvents, type StreamStart } from './initial-events.js';
import { decideResume, type Resume } from './resume.js';
import { randomRetry } from './retry.js';
import { StreamConnection } from './stream-connection.js';
import { streamHeaders } from './stream-headers.js';
import type { StreamRegistry } from './stream-registry.js';

const LIFETIME_VARIES_BY = 0.2;

/** What a stream needs from the process that it is opened in. */
export interface StreamContext {
  registry: Pick<StreamRegistry, 'join' | 'leave' | 'catchUp'>;
  heartbeats: Pick<Heartbeats, 'add'>;
  fallback: Pick<FallbackStore, 'record' | 'answerFor'>;
  metrics: Pick<ServingMetrics, 'eventSent'>;
  /** Where a stream waits to read the past, and to be sent much of it. */
  turns: { past: InTurn; large: InTurn };
  lifetimeSeconds: number;
}

/**
 * Answers a request with a stream. Registers the connection first and loads the past afterwards; what both bring is sent
 * once, because each connection knows how far it has been sent.
 * @throws when nothing has been answered and nothing can be, and when a stream that was opened cannot go on
 */
export async function openStream(
  context: StreamContext,
  request: IncomingMessage,
  response: ServerResponse,
  access: Granted,
  wantsSnapshot: boolean,
): Promise<void> {
  const { registry, heartbeats, fallback } = context;
  const start = await startOf(access, fallback);
  // A client that left while its key was looked up has closed already: nothing would ever take it out of its channel.
  if (response.destroyed) return;
  const { environmentId } = start.version;
  if (request.method === 'HEAD') {
    response.writeHead(200, streamHeaders(request, access.allowOrigin, start.stale?.ageSeconds)).end();
    return;
  }
  const connection = new StreamConnection(response, start.keyHash, endOf(context.lifetimeSeconds), {
    drained: (drained) => registry.catchUp(channel, drained),
    eventSent: (kind) => context.metrics.eventSent(kind),
  });
  const channel = registry.join(connection, start.version);
  const stopHeartbeats = heartbeats.add(connection);
  const leave = () => {
    registry.leave(connection, environmentId);
    stopHeartbeats();
  };
  response.on('close', leave);
  try {
    const resume = decideResume(request.headers['last-event-id'] as string | undefined, wantsSnapshot, start.version);
    connection.sent = resume.kind === 'continue' ? resume.from : start.version.revision;
    const turnOf =
      (inTurn: InTurn): Turn =>
      (job) =>
        inTurn(request, environmentId, (spend) => (connection.closed ? Promise.reject(unavailable()) : job(spend)));
    const initial = await initialEvents(channel, resume, start, wantsSnapshot, turnOf(context.turns.past));
    const bytes = bytesOf(initial);
    if (bytes >= LARGE_BYTES) await turnOf(context.turns.large)(async (spend) => spend(bytes));
    // Its key was revoked while it waited, or the client has gone.
    if (connection.closed) return;
    if (channel.epoch !== start.version.epoch) throw unavailable();
    if (access.kind === 'fresh' && 'snapshot' in initial)
      fallback.record({ kind: 'served', keyHash: access.keyHash, rendered: initial.snapshot, asOf: access.asOf });
    request.socket.setTimeout(0);
    request.socket.setNoDelay(true);
    connection.begin(streamHeaders(request, access.allowOrigin, start.stale?.ageSeconds));
    connection.write(retryAndReady(resume, start, connection.sent));
    await channel.start(connection, initial);
  } finally {
    if (!response.headersSent) leave();
  }
}

function endOf(lifetimeSeconds: number): number {
  const variation = 1 + LIFETIME_VARIES_BY * (2 * Math.random() - 1);
  return performance.now() + lifetimeSeconds * 1_000 * variation;
}

async function startOf(access: Granted, fallback: StreamContext['fallback']): Promise<StreamStart> {
  const { keyHash, version } = access;
  if (access.kind === 'fresh') return { version, keyHash };
  const stale = await fallback.answerFor(version.environmentId);
  if (!stale) throw unavailable();
  return { version: stale.rendered.set, keyHash, stale };
}

/** Before a snapshot `ready` has no id: a client that is cut off in between must not believe that it is up to date. */
function retryAndReady(resume: Resume, { version }: StreamStart, revision: number): Frame {
  const { environmentId, epoch } = version;
  const id = resume.kind === 'continue' ? formatPosition({ epoch, revision }) : undefined;
  const ready = formatEvent('ready', id, { environment_id: environmentId, revision });
  return new Frame(randomRetry() + ready.plain.toString());
}
