/** The fields of an event. A block without `data` is not an event. */
export interface EventFields {
  /** A comment: the service sends `:hb`, a heartbeat. */
  ''?: string;
  /** `<epoch>-<revision>`. */
  id?: string;
  /** Its name. */
  event?: string;
  /** JSON, of events of Burgee. */
  data?: string;
  /** Milliseconds. */
  retry?: string;
}

/**
 * Reads `text/event-stream` by the HTML standard, from chunks of any size.
 * @param onBlock called at each empty line with the fields before it
 * @returns a function that takes the next piece
 */
export function eventReader(onBlock: (fields: EventFields) => void): (piece: string) => void {
  let rest = '';
  let fields: Partial<Record<string, string>> = {};
  return (piece) => {
    rest += piece;
    // A long line arrives in many pieces: searching all of it each time would be quadratic in its length.
    if (!/[\r\n]/.test(piece)) return;
    // A CR at the very end may be the first half of CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() as string;
    for (const line of lines) {
      const [, name, value] = /^([^:]*):? ?(.*)/s.exec(line) as unknown as [string, string, string];
      if (line) fields[name] = name === 'data' && name in fields ? `${fields.data}\n${value}` : value;
      else {
        onBlock(fields);
        fields = {};
      }
    }
  };
}
