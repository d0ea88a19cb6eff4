import { setTimeout as delay } from 'node:timers/promises';
import { pauseBefore } from '@burgee/sdk/stream';
import type { Upstream } from './upstream.js';
import { UpstreamError } from './upstream-error.js';

/** Edges that start at the same moment spread their first requests over this time. */
export const FIRST_WITHIN_MS = 1_000;

/**
 * Waits for the first response of the upstream. An edge without a key sends it nothing else until a client presents
 * one.
 * @param failed reports the error
 * @returns after the first attempt
 * @throws when the upstream is no Burgee
 */
export async function connectFirst(
  upstream: Pick<Upstream, 'handshake'>,
  failed: (error: Error, attempt: number) => void,
  signal: AbortSignal,
  attempt = 0,
): Promise<void> {
  try {
    const afterMs = attempt === 0 ? Math.random() * FIRST_WITHIN_MS : pauseBefore(attempt, Math.random());
    await delay(afterMs, undefined, { signal });
    await upstream.handshake();
  } catch (error) {
    if (signal.aborted) return;
    failed(error as Error, attempt);
    const again = connectFirst(upstream, failed, signal, attempt + 1);
    // The error was already reported.
    again.catch(() => undefined);
    if (error instanceof UpstreamError && error.fault === 'unsupported') throw error;
  }
}
