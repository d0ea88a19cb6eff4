import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { REQUEST_ID_HEADER, requestIdOf, SECURITY_HEADERS, unavailable } from '@burgee/contracts/wire';
import type { GrantedAccess } from '../authenticate/access.js';
import { corsHeaders } from '../authenticate/cors.js';
import { FLAG_EVENTS, Frame, randomRetry } from '../channel/stream-events.js';
import type { StreamRegistry } from '../channel/stream-registry.js';
import type { SubscriberOptions } from '../channel/subscriber.js';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { Heartbeats } from './heartbeats.js';
import { decideResume, initialEvents, type Resume, type StreamStart } from './resume.js';
import { type ConnectionListener, StreamConnection } from './stream-connection.js';

const LIFETIME_VARIES_BY = 0.2;

/** What a stream needs from its process. */
export interface StreamContext {
  registry: Pick<StreamRegistry, 'join' | 'leave' | 'sendAccess'>;
  heartbeats: Pick<Heartbeats, 'add'>;
  fallback: Pick<FallbackStore, 'record' | 'answerFor'>;
  metrics: Pick<ServingMetrics, 'eventSent' | 'delivered' | 'streamBegan'>;
  lifetimeSeconds: number;
  /** For a bounded source: when it last confirmed the state of an environment, ms since 1970. */
  confirmedAt?: (environmentId: string) => number;
}

/**
 * Answers a request with a stream. Registers the connection first and loads the past afterwards; events from both are
 * sent once, because each connection knows its position.
 * @param opened is called with the first header
 * @returns whether the stream was opened and got its first events
 * @throws before a response has started, and when an opened stream cannot go on
 */
export async function openStream(
  context: StreamContext,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  access: GrantedAccess,
  wantsSnapshot: boolean,
  options: SubscriberOptions = { format: FLAG_EVENTS },
  opened = () => {},
): Promise<boolean> {
  const { format, ack } = options;
  const { registry, heartbeats, fallback } = context;
  const start = await startOf(access, fallback);
  // A client that left during authentication is already closed: no later event would remove it from its channel.
  if (response.destroyed) return false;
  const { environmentId } = start.version;
  if (request.method === 'HEAD') {
    response.writeHead(200, streamHeaders(request, access.allowOrigin, start.stale?.ageSeconds)).end();
    return false;
  }
  const listener: ConnectionListener = {
    drained: (drained) => void channel.catchUp(drained),
    eventSent: (kind) => context.metrics.eventSent(kind),
    delivered: (seconds) => context.metrics.delivered(seconds),
  };
  const { confirmedAt } = context;
  const heartbeat = format.access && confirmedAt && (() => asOfFrame(confirmedAt(environmentId)));
  const endsAt = endOf(context.lifetimeSeconds);
  const connection = new StreamConnection(response, start.keyHash, endsAt, listener, options, heartbeat);
  const channel = registry.join(connection, start.version);
  const stopHeartbeats = heartbeats.add(connection);
  const leave = () => {
    registry.leave(connection, environmentId);
    stopHeartbeats();
  };
  response.on('close', leave);
  try {
    const lastEventId = request.headers['last-event-id'] as string | undefined;
    const wanted = decideResume(lastEventId, wantsSnapshot, start.version, confirmedAt !== undefined);
    // A stale position could take a client back.
    const beginsHere = wanted.kind === 'snapshot' && !format.needsFlags && !start.stale;
    const resume: Resume = beginsHere ? { kind: 'continue', from: start.version.revision } : wanted;
    connection.sent = resume.kind === 'continue' ? resume.from : start.version.revision;
    const initial = await initialEvents(channel, resume, start, wantsSnapshot);
    const frame = 'snapshot' in initial ? await format.snapshot(initial.snapshot) : undefined;
    const continues = resume.kind === 'continue';
    const isResumed = wanted.kind === 'continue' && Boolean(lastEventId);
    const open = () => {
      // Its key was revoked during the wait, or the client has left.
      if (connection.closed) return;
      if (channel.epoch !== start.version.epoch) throw unavailable();
      if (access.kind === 'fresh' && 'snapshot' in initial)
        fallback.record({ kind: 'served', keyHash: access.keyHash, rendered: initial.snapshot, asOf: access.asOf });
      request.socket.setTimeout(0);
      request.socket.setNoDelay(true);
      connection.begin(streamHeaders(request, access.allowOrigin, start.stale?.ageSeconds));
      const position = { ...start.version, revision: connection.sent };
      const first = format.first({ ...position, continues, isResumed, ack });
      connection.write(new Frame(randomRetry(), first?.plain ?? ''));
      opened();
    };
    await channel.start(connection, initial, frame, open);
    registry.sendAccess(connection);
    return !connection.closed;
  } finally {
    if (!response.headersSent) leave();
  }
}

/** A comment, like every heartbeat. Edges read the age of the stream from it, and may send it too. */
const asOfFrame = (at: number) => new Frame(`:as-of ${new Date(at).toISOString()}\n\n`);

function endOf(lifetimeSeconds: number): number {
  const variation = 1 + LIFETIME_VARIES_BY * (2 * Math.random() - 1);
  return performance.now() + lifetimeSeconds * 1_000 * variation;
}

async function startOf(access: GrantedAccess, fallback: StreamContext['fallback']): Promise<StreamStart> {
  const { keyHash, version } = access;
  if (access.kind === 'fresh') return { version, keyHash };
  const stale = await fallback.answerFor(version.environmentId);
  if (!stale) throw unavailable();
  return { version: stale.rendered.set, keyHash, stale };
}

/** @param ageSeconds the age of the first events, while the source is down */
export function streamHeaders(
  request: IncomingMessage,
  allowOrigin: string | undefined,
  ageSeconds?: number,
): OutgoingHttpHeaders {
  return {
    ...SECURITY_HEADERS,
    // No charset, which a stream cannot choose anyway: proxies detect streams by exactly this type.
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    [REQUEST_ID_HEADER]: requestIdOf(request),
    ...corsHeaders(allowOrigin),
    ...(ageSeconds !== undefined && { 'burgee-freshness': `stale; age=${ageSeconds}` }),
  };
}
