import type { StreamEvents } from '@burgee/contracts';
import { Frame } from './frame.js';

/**
 * An event as it goes over the wire. JSON escapes every line break, so no name or value can end the event early;
 * kind and id are ours.
 */
export function formatEvent<K extends keyof StreamEvents>(
  kind: K,
  id: string | undefined,
  data: StreamEvents[K],
): Frame {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return new Frame(`${idLine}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
}
