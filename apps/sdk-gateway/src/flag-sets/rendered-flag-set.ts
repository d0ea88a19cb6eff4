import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FlagSet, ServedFlag, StreamEvents } from '@burgee/contracts';
import type { Frame } from '../stream/frame.js';
import { formatEvent } from '../stream/format-event.js';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const BROTLI_QUALITY = 5;

export type Encoding = 'identity' | 'gzip' | 'br';

/** A flag set made ready to be sent: whatever is derived from it is derived once, however many ask. */
export class RenderedFlagSet {
  readonly identity: Buffer;
  readonly etag: string;
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();
  private snapshotEvent: Frame | undefined;

  constructor(readonly set: FlagSet) {
    this.identity = Buffer.from(set.body);
    this.etag = `"${set.epoch}-${set.revision}"`;
  }

  get eventId(): string {
    return `${this.set.epoch}-${this.set.revision}`;
  }

  body(encoding: Encoding): Buffer | Promise<Buffer> {
    return encoding === 'identity' ? this.identity : this.compressed(encoding);
  }

  /** The `snapshot` event of the stream. */
  snapshot(): Frame {
    this.snapshotEvent ??= formatEvent('snapshot', this.eventId, {
      environment_id: this.set.environmentId,
      revision: this.set.revision,
      flags: JSON.parse(this.set.body) as ServedFlag[],
    } satisfies StreamEvents['snapshot']);
    return this.snapshotEvent;
  }

  private compressed(encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
    let body = this.encoded.get(encoding);
    if (!body) {
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
      body = encoding === 'gzip' ? compressGzip(this.identity) : compressBrotli(this.identity, quality);
      this.encoded.set(encoding, body);
    }
    return body;
  }
}
