/** Reads a stream, and passes it on in whole events, because a tab that joins must not begin inside one. */
export interface WholeEvents {
  /** The id of the last event passed on; '' before the first. */
  readonly lastId: string;
  /** @returns the events that end in this piece; '' for none */
  read(piece: Uint8Array): string;
}

export function wholeEvents(): WholeEvents {
  const decoder = new TextDecoder();
  let rest = '';
  let lastId = '';
  return {
    get lastId() {
      return lastId;
    },
    read(piece) {
      const text = decoder.decode(piece, { stream: true });
      rest += text;
      // A long line arrives in many pieces: searching all of it each time would be quadratic in its length.
      if (!text.includes('\n')) return '';
      const end = rest.lastIndexOf('\n\n') + 2;
      if (end < 2) return '';
      const events = rest.slice(0, end);
      rest = rest.slice(end);
      for (const [, id] of events.matchAll(/^id: ?(.*)$/gm)) lastId = id as string;
      return events;
    },
  };
}
