export interface StreamQuery {
  ticket?: string;
  /** Whether the client asks for a snapshot. */
  snapshot: boolean;
  /** Whether it asks to be told when keys or origins of the environment change. */
  access: boolean;
}

/** The query string of a stream's address. Nothing else in it is read, a key least of all. */
export function streamQuery(text = ''): StreamQuery {
  const query = new URLSearchParams(text);
  return {
    ticket: query.get('ticket') ?? undefined,
    snapshot: query.get('snapshot') === 'true',
    access: query.get('access') === '1',
  };
}
