import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type FlagSet, unwrapFlagSet, wrapFlagSet } from '@burgee/contracts';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from '../config.js';

const SUFFIX = '.v1';

/** What a replica has to know to answer for an environment when nobody can be asked. Never expires. */
export interface KnownGood {
  set: FlagSet;
  /** SHA-256 of the keys that opened it at the last check. */
  keyHashes: string[];
  origins: string[];
  /** When it was last known to be current, ms since 1970. */
  checkedAt: number;
}

interface Label {
  epoch: string;
  revision: number;
  key_hashes: string[];
  origins: string[];
  checked_at: number;
}

/** One file an environment: a label, then the set as on the shelf. Written beside and renamed, so it is whole or not there. */
@Injectable()
export class LastKnownGoodFiles {
  private readonly pending = new Map<string, KnownGood>();
  private readonly writing = new Set<string>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<SdkGatewayConfig, 'LAST_KNOWN_GOOD_DIR'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    mkdirSync(config.LAST_KNOWN_GOOD_DIR, { recursive: true, mode: 0o700 });
  }

  readAll(): KnownGood[] {
    const names = readdirSync(this.config.LAST_KNOWN_GOOD_DIR).filter((name) => name.endsWith(SUFFIX));
    return names.flatMap((name) => this.read(name.slice(0, -SUFFIX.length)) ?? []);
  }

  /** Stores the newest of an environment; of several in a row only the last is written. */
  store(known: KnownGood): void {
    const { environmentId } = known.set;
    this.pending.set(environmentId, known);
    if (!this.writing.has(environmentId)) void this.writePending(environmentId);
  }

  private async writePending(environmentId: string): Promise<void> {
    this.writing.add(environmentId);
    for (let next = this.take(environmentId); next; next = this.take(environmentId)) {
      try {
        await this.write(next);
      } catch (error) {
        this.logger.warn({ err: error, environment_id: environmentId }, 'the last known good could not be stored');
      }
    }
    this.writing.delete(environmentId);
  }

  private take(environmentId: string): KnownGood | undefined {
    const next = this.pending.get(environmentId);
    this.pending.delete(environmentId);
    return next;
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
  }

  private read(environmentId: string): KnownGood | undefined {
    try {
      const text = readFileSync(this.fileOf(environmentId), 'utf8');
      const end = text.indexOf('\n');
      const label = JSON.parse(text.slice(0, end)) as Label;
      const set = unwrapFlagSet(text.slice(end + 1), { environmentId, epoch: label.epoch, revision: label.revision });
      if (!set) throw new Error('its digest does not fit');
      return { set, keyHashes: label.key_hashes, origins: label.origins, checkedAt: label.checked_at };
    } catch (error) {
      this.logger.warn(
        { err: error, environment_id: environmentId },
        'a last known good file is damaged and is ignored',
      );
      return undefined;
    }
  }
}
