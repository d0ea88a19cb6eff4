/** The fields of an event, or of a block without `data`, which is none. */
export type ServerEvent = Partial<Record<string, string>>;

/**
 * Reads `text/event-stream` as the HTML standard says, in pieces however cut.
 * @param onBlock called at each empty line with the fields before it
 * @returns takes the next piece
 */
export function eventReader(onBlock: (fields: ServerEvent) => void): (piece: string) => void {
  let rest = '';
  let fields: ServerEvent = {};
  return (piece) => {
    rest += piece;
    // A long line comes in many pieces: looked at each time as a whole, it would take the square of its length.
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
