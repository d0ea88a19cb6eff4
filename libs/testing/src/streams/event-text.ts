/** What one block of a stream says. */
export interface RawEvent {
  id: string | undefined;
  kind: string;
  /** JSON, unread. */
  data: string;
}

export type Piece = { event: RawEvent } | { retry: number } | { comment: string };

function toPieces(block: string): Piece[] {
  let [id, kind, data]: (string | undefined)[] = [];
  const pieces: Piece[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('data: ')) data = line.slice(6);
    else if (line.startsWith('id: ')) id = line.slice(4);
    else if (line.startsWith('event: ')) kind = line.slice(7);
    else if (line.startsWith('retry: ')) pieces.push({ retry: Number(line.slice(7)) });
    else if (line.startsWith(':')) pieces.push({ comment: line.slice(1) });
  }
  if (data !== undefined) pieces.push({ event: { id, kind: kind ?? 'message', data } });
  return pieces;
}

/** Reads a chunked event stream, in pieces of any size. Only the chunk framing contains CRs. */
export class EventText {
  private raw = '';
  private text = '';
  private sizeComes = true;
  /** The last chunk has come: the server ended in order. */
  ended = false;

  feed(bytes: string): Piece[] {
    const lines = (this.raw + bytes).split('\r\n');
    this.raw = lines.pop() ?? '';
    for (const line of lines) {
      if (!this.sizeComes) this.text += line;
      else if (line === '0') this.ended = true;
      this.sizeComes = !this.sizeComes;
    }
    const blocks = this.text.split('\n\n');
    this.text = blocks.pop() ?? '';
    return blocks.flatMap(toPieces);
  }
}
