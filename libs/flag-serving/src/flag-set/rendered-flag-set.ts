import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type FlagSet, formatPosition } from '@burgee/contracts/wire';
import { LARGE_BYTES } from '../source/tenant-queue.js';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const BROTLI_QUALITY = 5;
/** Half the time, for a few per cent more bytes. */
const BROTLI_QUALITY_OF_LARGE = 4;

export type Encoding = 'identity' | 'gzip' | 'br';

/** A flag set in its encodings: each is made once, when it is first asked for, and outside of the event loop. */
export class RenderedFlagSet {
  readonly etag: string;
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();

  /** @param form of what is said of the flags, part of the tag */
  constructor(
    readonly set: FlagSet,
    form = '',
  ) {
    this.etag = `"${formatPosition(set)}${form}"`;
  }

  get isLarge(): boolean {
    return this.set.body.length >= LARGE_BYTES;
  }

  /** Whether the encoding was made, or is being made. */
  has(encoding: Encoding): boolean {
    return encoding === 'identity' || this.encoded.has(encoding);
  }

  body(encoding: Encoding): Buffer | Promise<Buffer> {
    return encoding === 'identity' ? this.set.body : this.compressed(encoding);
  }

  private compressed(encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
    let body = this.encoded.get(encoding);
    if (!body) {
      const quality = {
        params: { [constants.BROTLI_PARAM_QUALITY]: this.isLarge ? BROTLI_QUALITY_OF_LARGE : BROTLI_QUALITY },
      };
      body = encoding === 'gzip' ? compressGzip(this.set.body) : compressBrotli(this.set.body, quality);
      this.encoded.set(encoding, body);
    }
    return body;
  }
}
