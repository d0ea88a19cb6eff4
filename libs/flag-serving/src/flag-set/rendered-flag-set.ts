import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type FlagSet, formatPosition, type Position, weakTag } from '@burgee/contracts/wire';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** Size from which a set counts as large. */
const LARGE_BYTES = 100_000;
const BROTLI_QUALITY = 5;
/** Half the time for a few percent more bytes. */
const BROTLI_QUALITY_OF_LARGE = 4;

export type Encoding = 'identity' | 'gzip' | 'br';

/** Runs the compression of a flag set. */
type Compress = (work: () => Promise<Buffer>) => Promise<Buffer>;

/** A flag set in its encodings. Each is made once, on first use, off the event loop. */
export class RenderedFlagSet {
  readonly etag: string;
  private readonly encoded = new Map<Encoding, Buffer | Promise<Buffer>>();

  /** @param form the representation, which is part of the tag */
  constructor(
    readonly set: FlagSet,
    form = '',
  ) {
    this.etag = weakTag(`${formatPosition(set)}${form}`);
  }

  isAt({ epoch, revision }: Position): boolean {
    return this.set.revision === revision && this.set.epoch === epoch;
  }

  /** @throws what `compress` throws; the next request tries again */
  body(encoding: Encoding, compress: Compress): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.set.body;
    const made = this.encoded.get(encoding) ?? this.make(encoding, compress);
    this.encoded.set(encoding, made);
    return made;
  }

  private async make(encoding: Exclude<Encoding, 'identity'>, compress: Compress): Promise<Buffer> {
    const { body } = this.set;
    const quality = body.length >= LARGE_BYTES ? BROTLI_QUALITY_OF_LARGE : BROTLI_QUALITY;
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
    try {
      const made = await compress(() => (encoding === 'gzip' ? compressGzip(body) : compressBrotli(body, options)));
      this.encoded.set(encoding, made);
      return made;
    } catch (error) {
      this.encoded.delete(encoding);
      throw error;
    }
  }
}
