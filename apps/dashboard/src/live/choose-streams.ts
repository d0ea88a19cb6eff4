import type { Following } from './stream-messages.js';

/** Without HTTP/2, a browser opens six connections to one address for all tabs. The others are for requests. */
export const STREAMS_AT_MOST = 4;

/** Names the stream that a tab shares with the others of its project and user. */
export const streamOf = ({ userId, projectId }: Following) => `${userId} ${projectId}`;

/** The streams to hold open: streams of shown tabs first, the last used before the others. */
export function chooseStreams(tabs: Iterable<Following>): Set<string> {
  const byUse = [...tabs].toSorted((a, b) => Number(b.isShown) - Number(a.isShown) || b.since - a.since);
  return new Set([...new Set(byUse.map(streamOf))].slice(0, STREAMS_AT_MOST));
}
