import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ChannelContext } from './channel-context.js';
import type { Frame } from './frame.js';
import type { StreamConnection } from './stream-connection.js';
import type { StreamFormat } from './stream-format.js';

/**
 * Sends the snapshot to connections at the pace of all channels, as soon as it is made in the protocol of each.
 * @param send is called for one connection after the other
 */
export function queueSnapshots(
  connections: readonly StreamConnection[],
  rendered: RenderedFlagSet,
  { pacer, failed }: Pick<ChannelContext, 'pacer' | 'failed'>,
  send: (connection: StreamConnection, frame: Frame) => Promise<void>,
): void {
  const byFormat = new Map<StreamFormat, StreamConnection[]>();
  for (const one of connections) {
    one.queued = true;
    const its = byFormat.get(one.format);
    if (its) its.push(one);
    else byFormat.set(one.format, [one]);
  }
  for (const [format, its] of byFormat) {
    const queue = (frame: Frame) => {
      for (const one of its) pacer.enqueue(frame.chunk.length, () => void send(one, frame).catch(failed));
    };
    const giveUp = (error: unknown) => {
      // Brought up to date at the next reconciliation.
      for (const one of its) one.queued = false;
      failed(error);
    };
    const made = format.snapshot(rendered);
    if (made instanceof Promise) made.then(queue, giveUp);
    else queue(made);
  }
}
