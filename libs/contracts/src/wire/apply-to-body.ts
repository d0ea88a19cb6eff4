import { FLAG_BEGINS, flagSetBody } from './flag-set.js';
import { type ServedFlag, servedFlag } from './served-flag.js';
import type { FlagChange } from './views/sdk-read.js';

const BEGINS = Buffer.from(FLAG_BEGINS);
const NEXT = Buffer.from(`,${FLAG_BEGINS}`);
const [OPENING, CLOSING, COMMA] = ['[', ']', ','].map((mark) => Buffer.from(mark)) as [Buffer, Buffer, Buffer];

/** The flags of a body, each as its bytes. What is written in another way comes as something else. */
export function* flagTexts(body: Buffer): Generator<Buffer> {
  for (let from = 1; from < body.length - 1;) {
    const next = body.indexOf(NEXT, from);
    const flag = body.subarray(from, next < 0 ? body.length - 1 : next);
    yield flag;
    from += flag.length + 1;
  }
}

/** The flags of a body, each as its bytes, by id. @returns undefined when they are written in another way */
function flagsIn(body: Buffer): Map<string, Buffer> | undefined {
  const flags = new Map<string, Buffer>();
  for (const flag of flagTexts(body)) {
    if (!flag.subarray(0, BEGINS.length).equals(BEGINS)) return undefined;
    flags.set(flag.toString('utf8', BEGINS.length, flag.indexOf('"', BEGINS.length)), flag);
  }
  return flags;
}

const keyOf = (flag: Buffer) => (JSON.parse(flag.toString()) as ServedFlag).key;

/** Puts a flag where its key belongs, among others in the order of theirs. */
function insert(flags: Buffer[], flag: Buffer, key: string): void {
  let [from, to] = [0, flags.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (keyOf(flags[middle] as Buffer) < key) from = middle + 1;
    else to = middle;
  }
  flags.splice(from, 0, flag);
}

function joined(flags: readonly Buffer[]): Buffer {
  const parts = flags.flatMap((flag, index) => (index === 0 ? [flag] : [COMMA, flag]));
  return Buffer.concat([OPENING, ...parts, CLOSING]);
}

/** A flag that is there is replaced in the bytes, which takes less than to find all others. */
function replaceFlag(body: Buffer, flag: ServedFlag): Buffer | undefined {
  const from = body.indexOf(`${FLAG_BEGINS}${flag.flag_id}"`);
  if (from < 0) return undefined;
  const next = body.indexOf(NEXT, from);
  const replacement = Buffer.from(JSON.stringify(servedFlag(flag)));
  return Buffer.concat([body.subarray(0, from), replacement, body.subarray(next < 0 ? -1 : next)]);
}

/**
 * The flag set after changes, from that before them. All at once, and no flag besides those that changed is parsed or written: a
 * call may change hundreds, of thousands that there are. The key of a flag never changes.
 */
export function applyToBody(body: Buffer, ...changes: readonly FlagChange[]): Buffer {
  const [first] = changes;
  const replaced = changes.length === 1 && first?.kind === 'flag_updated' ? replaceFlag(body, first.data) : undefined;
  if (replaced !== undefined) return replaced;
  const flags =
    flagsIn(body) ?? flagsIn(flagSetBody(JSON.parse(body.toString()) as ServedFlag[])) ?? new Map<string, Buffer>();
  const added = new Map<string, ServedFlag>();
  for (const { kind, data } of changes) {
    const isThere = flags.has(data.flag_id);
    if (kind === 'flag_deleted') {
      flags.delete(data.flag_id);
      added.delete(data.flag_id);
    } else if (isThere) flags.set(data.flag_id, Buffer.from(JSON.stringify(servedFlag(data))));
    else added.set(data.flag_id, data);
  }
  const inOrder = [...flags.values()];
  for (const flag of added.values()) insert(inOrder, Buffer.from(JSON.stringify(servedFlag(flag))), flag.key);
  return joined(inOrder);
}
