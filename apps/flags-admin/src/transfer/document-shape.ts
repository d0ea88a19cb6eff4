import { DomainError } from '@burgee/contracts/wire';
import { inGroups } from '../quotas/quota.js';

const [QUOTE, BACKSLASH, COMMA, SPACE] = [0x22, 0x5c, 0x2c, 0x20];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The same limit as for every other body. */
const DEPTH_AT_MOST = 16;
/** More than fit into one import. */
const VALUES_AT_MOST = 1_000_000;
/** The items of both lists. */
const ITEMS_AT_MOST = 50_000;
/** Everything else, for example one flag with values in 200 environments. */
const MEMBERS_AT_MOST = 1_500;
/** Every fault inside a named member repeats its name. */
const NAME_BYTES_AT_MOST = 200;

const refuse = (detail: string) =>
  new DomainError('invalid_request', `Nothing was imported: the document ${detail}.`, {
    errors: [{ pointer: '', detail }],
  });

interface Container {
  isObject: boolean;
  values: number;
}

/**
 * Scans the bytes of a document ahead of the parser, and refuses shapes that no document has: one byte can become an
 * object of a hundred bytes, times millions. Does not report invalid JSON.
 */
export class DocumentShape {
  private readonly open: Container[] = [];
  private values = 0;
  private isText = false;
  private isName = false;
  private isEscaped = false;
  private textBytes = 0;
  /** Whether the last byte opened a container. */
  private opened = false;
  private expectsName = false;

  /** @throws invalid_request */
  follow(piece: Buffer): void {
    for (const byte of piece) {
      if (this.isText) this.inText(byte);
      else if (byte > SPACE) this.outsideOfText(byte);
    }
  }

  private inText(byte: number): void {
    if (this.isName && ++this.textBytes > NAME_BYTES_AT_MOST)
      throw refuse(`has a field name of more than ${NAME_BYTES_AT_MOST} bytes`);
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isText = false;
  }

  private outsideOfText(byte: number): void {
    const closes = byte === CLOSE_OBJECT || byte === CLOSE_LIST;
    // A non-empty container has one more value than commas.
    if (byte === COMMA || (this.opened && !closes)) this.count();
    this.opened = byte === OPEN_OBJECT || byte === OPEN_LIST;
    if (byte === QUOTE) {
      this.isText = true;
      this.isName = this.expectsName;
      this.textBytes = 0;
    }
    if (this.opened) this.enter(byte === OPEN_OBJECT);
    else if (closes) this.open.pop();
    this.expectsName = byte === OPEN_OBJECT || (byte === COMMA && this.open.at(-1)?.isObject === true);
  }

  private enter(isObject: boolean): void {
    this.open.push({ isObject, values: 0 });
    if (this.open.length > DEPTH_AT_MOST) throw refuse(`is nested deeper than ${DEPTH_AT_MOST} levels`);
  }

  private count(): void {
    const container = this.open.at(-1);
    if (!container) return;
    const atMost = this.open.length === 2 ? ITEMS_AT_MOST : MEMBERS_AT_MOST;
    if (++container.values > atMost)
      throw refuse(`has ${container.isObject ? 'an object' : 'a list'} with more than ${inGroups(atMost)} values`);
    if (++this.values > VALUES_AT_MOST) throw refuse(`has more than ${inGroups(VALUES_AT_MOST)} values`);
  }
}
