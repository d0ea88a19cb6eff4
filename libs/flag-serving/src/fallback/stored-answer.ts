import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type FlagSet, type FlagSetVersion, unwrapFlagSet, wrapFlagSet } from '@burgee/contracts/wire';

/** Size of the first read of a file; most first lines are shorter. */
const LINE_BYTES = 64 * 1024;

/** The parsed first line of a file. */
export interface StoredLabel {
  version: FlagSetVersion;
  /** SHA-256 of the keys that opened it at the last check. */
  keyHashes: string[];
  /** When it was last confirmed as current, ms since 1970. */
  checkedAt: number;
}

/** The state that a replica needs to serve an environment while the source is down. */
export interface StoredAnswer extends Omit<StoredLabel, 'version'> {
  set: FlagSet;
}

/** The first line of a file, as written. */
interface Label {
  epoch: string;
  revision: number;
  key_hashes: string[];
  checked_at: number;
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');

function isLabel(value: unknown): value is Label {
  const { epoch, revision, key_hashes, checked_at } = (value ?? {}) as Partial<Label>;
  const hasNumbers = typeof epoch === 'string' && Number.isSafeInteger(revision) && Number.isFinite(checked_at);
  return hasNumbers && isTexts(key_hashes);
}

function readFirstLine(file: string): string {
  const buffer = Buffer.alloc(LINE_BYTES);
  const handle = openSync(file, 'r');
  const text = buffer.toString('utf8', 0, readSync(handle, buffer));
  closeSync(handle);
  return (text.includes('\n') ? text : readFileSync(file, 'utf8')).split('\n', 1)[0] ?? '';
}

/**
 * Reads the label without the flag set. The modification time is the last confirmation of the file. @throws when it has
 * no label
 */
export function readLabel(file: string, environmentId: string): StoredLabel & { size: number } {
  const label: unknown = JSON.parse(readFirstLine(file));
  if (!isLabel(label)) throw new Error('the first line is not a label');
  const { epoch, revision, key_hashes, checked_at } = label;
  const { mtimeMs, size } = statSync(file);
  const checkedAt = Math.max(checked_at, mtimeMs);
  return { version: { environmentId, epoch, revision }, keyHashes: key_hashes, checkedAt, size };
}

/** @throws when there is no such file, and when it is corrupt */
export async function readSet(file: string, environmentId: string): Promise<FlagSet> {
  const bytes = await readFile(file);
  const end = bytes.indexOf('\n');
  const { epoch, revision } = JSON.parse(bytes.toString('utf8', 0, end)) as Label;
  const set = unwrapFlagSet(bytes.subarray(end + 1), { environmentId, epoch, revision });
  if (!set) throw new Error('digest mismatch');
  return set;
}

/** A file's content: the label, then the flag set as in the shared cache. */
export function formatAnswer({ set, keyHashes, checkedAt }: StoredAnswer): Buffer {
  const label: Label = { epoch: set.epoch, revision: set.revision, key_hashes: keyHashes, checked_at: checkedAt };
  return Buffer.concat([Buffer.from(`${JSON.stringify(label)}\n`), wrapFlagSet(set)]);
}
