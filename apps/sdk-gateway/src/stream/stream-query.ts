export interface StreamQuery {
  ticket?: string;
  /** Whether everything is asked for anew. */
  snapshot: boolean;
}

/** What the address of a stream says beside its path. Nothing else in it is read, a key least of all. */
export function streamQuery(text = ''): StreamQuery {
  const query = new URLSearchParams(text);
  return { ticket: query.get('ticket') ?? undefined, snapshot: query.get('snapshot') === 'true' };
}
