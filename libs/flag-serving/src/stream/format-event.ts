import { formatPosition, type StreamEvents } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { Frame } from './frame.js';

/**
 * An event as bytes. JSON escapes every line break, so no name or value can end the event early; kind and id are ours.
 */
export function formatEvent<K extends keyof StreamEvents>(
  kind: K,
  id: string | undefined,
  data: StreamEvents[K],
): Frame {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return new Frame(`${idLine}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
}

const snapshots = new WeakMap<RenderedFlagSet, Frame>();

/** The `snapshot` event of a flag set. It is formatted once, and kept for as long as the set is in memory. */
export function formatSnapshot(rendered: RenderedFlagSet): Frame {
  const known = snapshots.get(rendered);
  if (known) return known;
  const { set } = rendered;
  const { environmentId: environment_id, revision } = set;
  // The flags are JSON already; to parse and write them again would take long.
  const data = `${JSON.stringify({ environment_id, revision }).slice(0, -1)},"flags":`;
  const frame = new Frame(`id: ${formatPosition(set)}\nevent: snapshot\ndata: ${data}`, set.body, '}\n\n');
  snapshots.set(rendered, frame);
  return frame;
}
