import type { RevisionName } from '@burgee/contracts';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Authority } from '../authority/authority.js';
import { FlagSetStore } from '../flag-sets/flag-set-store.js';
import { KnownGoodAnswers } from '../flag-sets/known-good.js';
import type { StreamEvent } from './stream-event.js';

/**
 * What this replica has seen for its streams, it knows for GET too: without Postgres it answers from that, though nobody
 * may ever have asked it for the flags before.
 */
@Injectable()
export class Witness {
  constructor(
    private readonly known: KnownGoodAnswers,
    private readonly sets: FlagSetStore,
    private readonly authority: Authority,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Postgres did not tell: a check finds out whether it is gone, and whoever asks next does not wait for it. */
  missed(): void {
    void this.authority.ping().catch(() => undefined);
  }

  /** An event went out. */
  heard({ change }: StreamEvent): void {
    this.known.hear(change);
  }

  /** Postgres says where an environment stands, and that these keys open it. */
  saw(name: RevisionName, keyHashes: ReadonlySet<string>): void {
    if (!this.known.confirm(name, keyHashes)) void this.learn(name, keyHashes);
  }

  /** Postgres says that this key opens nothing. */
  refused(keyHash: string): void {
    this.known.forgetKey(keyHash);
  }

  private async learn({ environmentId, epoch, revision }: RevisionName, keyHashes: ReadonlySet<string>): Promise<void> {
    try {
      const place = { environment_id: environmentId, epoch, revision };
      const rendered = await this.sets.get({ ...place, key_hash: '' });
      for (const key_hash of keyHashes) this.known.learn({ ...place, key_hash }, rendered);
    } catch (error) {
      this.logger.debug({ err: error }, 'the flags of a stream could not be loaded; the next sweep tries again');
    }
  }
}
