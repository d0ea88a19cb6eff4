import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { open, readFile, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FlagSet, type RevisionName, unwrapFlagSet, wrapFlagSet } from '@burgee/contracts';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from '../config.js';

const SUFFIX = '.v1';
const LABEL_BYTES = 64 * 1024;
/** An environment that changes all the time is written this often; each write waits for the disk. */
const WRITE_EVERY_MILLISECONDS = 250;

/** What a file says of itself. */
export interface KnownLabel {
  name: RevisionName;
  /** SHA-256 of the keys that opened it at the last check. */
  keyHashes: string[];
  origins: string[];
  /** When it was last known to be current, ms since 1970. */
  checkedAt: number;
}

/** What a replica has to know to answer for an environment when nobody can be asked. Never expires. */
export interface KnownGood extends Omit<KnownLabel, 'name'> {
  set: FlagSet;
}

interface Label {
  epoch: string;
  revision: number;
  key_hashes: string[];
  origins: string[];
  checked_at: number;
}

/**
 * One file an environment: a label, then the set as on the shelf. Written beside and renamed, so it is whole or not there.
 * Its time of change says when it was last confirmed, so that confirming costs no writing.
 */
@Injectable()
export class LastKnownGoodFiles {
  /** What is to be done next with each file; undefined = it goes. */
  private readonly pending = new Map<string, KnownGood | undefined>();
  private readonly writing = new Map<string, Promise<void>>();
  /** The revision each file holds. */
  private readonly written = new Map<string, RevisionName>();
  private readonly hurry = new AbortController();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<SdkGatewayConfig, 'LAST_KNOWN_GOOD_DIR'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    mkdirSync(config.LAST_KNOWN_GOOD_DIR, { recursive: true, mode: 0o700 });
  }

  /** The labels of all files; no body is read. */
  labels(): KnownLabel[] {
    const names = readdirSync(this.config.LAST_KNOWN_GOOD_DIR).filter((name) => name.endsWith(SUFFIX));
    return names.flatMap((name) => this.labelOf(name.slice(0, -SUFFIX.length)) ?? []);
  }

  /** The set a file holds, or undefined when there is none or it is damaged. */
  async read(environmentId: string): Promise<FlagSet | undefined> {
    try {
      const text = await readFile(this.fileOf(environmentId), 'utf8');
      const end = text.indexOf('\n');
      const { epoch, revision } = JSON.parse(text.slice(0, end)) as Label;
      const set = unwrapFlagSet(text.slice(end + 1), { environmentId, epoch, revision });
      if (!set) throw new Error('its digest does not fit');
      return set;
    } catch (error) {
      this.damaged(environmentId, error);
      return undefined;
    }
  }

  /** Whether exactly this set is on disk. */
  holds({ environmentId, epoch, revision }: RevisionName): boolean {
    const written = this.written.get(environmentId);
    return written?.revision === revision && written.epoch === epoch;
  }

  /** What is on disk of an environment. */
  nameOf(environmentId: string): RevisionName | undefined {
    return this.written.get(environmentId);
  }

  /** Stores the newest of an environment; of several in a row only the last is written. */
  store(known: KnownGood): void {
    void this.next(known.set.environmentId, known);
  }

  /** The file goes, unless something is stored after this. Resolves when that is so. */
  remove(environmentId: string): Promise<void> {
    return this.next(environmentId, undefined);
  }

  /** What a file holds was current at that moment, ms since 1970. */
  async confirm(environmentId: string, at: number): Promise<void> {
    if (this.writing.has(environmentId) || !this.written.has(environmentId)) return;
    await utimes(this.fileOf(environmentId), at / 1000, at / 1000).catch(() => undefined);
  }

  /** Resolves when everything is on disk. To be called once, at the end. */
  async flush(): Promise<void> {
    this.hurry.abort();
    await Promise.all(this.writing.values());
  }

  private next(environmentId: string, what: KnownGood | undefined): Promise<void> {
    this.pending.set(environmentId, what);
    const under = this.writing.get(environmentId);
    if (under) return under;
    const writing = this.doPending(environmentId).finally(() => this.writing.delete(environmentId));
    this.writing.set(environmentId, writing);
    return writing;
  }

  private async doPending(environmentId: string): Promise<void> {
    while (this.pending.has(environmentId)) {
      const next = this.pending.get(environmentId);
      this.pending.delete(environmentId);
      try {
        await (next ? this.write(next) : this.erase(environmentId));
      } catch (error) {
        this.logger.warn({ err: error, environment_id: environmentId }, 'the last known good could not be stored');
      }
      await delay(WRITE_EVERY_MILLISECONDS, undefined, { signal: this.hurry.signal }).catch(() => undefined);
    }
  }

  private async erase(environmentId: string): Promise<void> {
    this.written.delete(environmentId);
    await rm(this.fileOf(environmentId), { force: true });
  }

  private fileOf(environmentId: string): string {
    return join(this.config.LAST_KNOWN_GOOD_DIR, environmentId + SUFFIX);
  }

  private async write({ set, keyHashes, origins, checkedAt }: KnownGood): Promise<void> {
    const { epoch, revision } = set;
    const label: Label = { epoch, revision, key_hashes: keyHashes, origins, checked_at: checkedAt };
    const file = this.fileOf(set.environmentId);
    const handle = await open(`${file}.new`, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(label)}\n${wrapFlagSet(set)}`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.new`, file);
    this.written.set(set.environmentId, { environmentId: set.environmentId, epoch, revision });
  }

  private labelOf(environmentId: string): KnownLabel | undefined {
    try {
      const file = this.fileOf(environmentId);
      const label: unknown = JSON.parse(firstLine(file));
      if (!isLabel(label)) throw new Error('its first line is no label');
      const { epoch, revision, key_hashes, origins, checked_at } = label;
      const name = { environmentId, epoch, revision };
      this.written.set(environmentId, name);
      return { name, keyHashes: key_hashes, origins, checkedAt: Math.max(checked_at, statSync(file).mtimeMs) };
    } catch (error) {
      this.damaged(environmentId, error);
      return undefined;
    }
  }

  private damaged(environmentId: string, error: unknown): void {
    this.logger.warn({ err: error, environment_id: environmentId }, 'a last known good file is damaged and is ignored');
  }
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');

function isLabel(value: unknown): value is Label {
  const { epoch, revision, key_hashes, origins, checked_at } = (value ?? {}) as Partial<Label>;
  const isPlace = typeof epoch === 'string' && Number.isSafeInteger(revision) && Number.isFinite(checked_at);
  return isPlace && isTexts(key_hashes) && isTexts(origins);
}

function firstLine(file: string): string {
  const buffer = Buffer.alloc(LABEL_BYTES);
  const handle = openSync(file, 'r');
  const text = buffer.toString('utf8', 0, readSync(handle, buffer));
  closeSync(handle);
  return (text.includes('\n') ? text : readFileSync(file, 'utf8')).split('\n', 1)[0] ?? '';
}
