import { isUuid } from '@burgee/contracts/wire';

export interface StreamQuery {
  ticket?: string;
  /** Whether the client asks for a snapshot. */
  snapshot: boolean;
  /** Whether it asks to be told when keys or origins of the environment change. */
  access: boolean;
  /** The edge that asks, where it can say how many of its clients have a change. */
  edge?: string | undefined;
  /** Whether the client acknowledges changes when it is asked to. */
  ack?: boolean;
}

/** The query string of a stream's address. Nothing else in it is read, a key least of all. */
export function streamQuery(text = ''): StreamQuery {
  const query = new URLSearchParams(text);
  const edge = query.get('edge');
  return {
    ticket: query.get('ticket') ?? undefined,
    snapshot: query.get('snapshot') === 'true',
    access: query.get('access') === '1',
    ack: query.get('ack') === '1',
    edge: isUuid(edge) ? edge : undefined,
  };
}
