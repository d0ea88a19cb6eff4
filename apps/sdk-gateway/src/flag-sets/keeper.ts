import { LOGGER } from '@burgee/service-kit';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { ReadViews } from '../database/read-views.js';
import { FlagShelf } from './flag-shelf.js';
import { type Knowledge, KnownGoodAnswers, noteOf, toTimeOfDay } from './known-good.js';
import { LastKnownGoodFiles } from './last-known-good.js';

const CONFIRM_EVERY_MILLISECONDS = 2_000;
const CLEAN_EVERY_MILLISECONDS = 600_000;

/** Keeps what was last known fit for the day it is needed: its age on disk, its place on the shelf, nothing outlived. */
@Injectable()
export class Keeper implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly confirmed = new Map<string, number>();

  constructor(
    private readonly known: KnownGoodAnswers,
    private readonly files: LastKnownGoodFiles,
    private readonly shelf: FlagShelf,
    private readonly views: ReadViews,
    @Inject(CONFIG) private readonly config: SdkGatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const keepEvery = Math.max(1_000, (this.config.FLAG_CACHE_TTL_SECONDS * 1_000) / 5);
    this.every(CONFIRM_EVERY_MILLISECONDS, () => this.confirm());
    this.every(keepEvery, () => this.keepOnShelf(keepEvery));
    this.shelf.onReturn(() => void this.keepOnShelf(2 * keepEvery));
    this.every(CLEAN_EVERY_MILLISECONDS, () => this.clean());
    void this.clean();
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.files.flush();
    await this.confirm();
  }

  /** Notes on disk until when each environment's file was known to be current. */
  private async confirm(): Promise<void> {
    for (const [environmentId, { name, checkedAt }] of this.known.environments) {
      if (this.confirmed.get(environmentId) === checkedAt || !this.files.holds(name)) continue;
      this.confirmed.set(environmentId, checkedAt);
      await this.files.confirm(environmentId, toTimeOfDay(checkedAt));
    }
  }

  /** What is in use stays on the shelf, with word of the keys that open it: a replica without a past can begin with it. */
  private async keepOnShelf(within: number): Promise<void> {
    const since = performance.now() - within;
    for (const known of this.known.environments.values()) if (known.checkedAt > since) await this.keep(known, since);
  }

  private async keep({ name, keys, checkedAt }: Knowledge, since: number): Promise<void> {
    const held = this.known.held(name.environmentId);
    if (held) await this.shelf.keep(held.set);
    for (const [keyHash, usedAt] of keys) if (usedAt > since) await this.shelf.note(keyHash, noteOf(name, checkedAt));
  }

  /** Environments that Postgres no longer has leave nothing behind. */
  private async clean(): Promise<void> {
    const ids = [...this.known.environments.keys()];
    if (ids.length === 0) return;
    try {
      const { environments } = await this.views.watched(ids, []);
      const alive = new Set(environments.map((row) => row.environment_id));
      for (const id of ids) if (!alive.has(id)) await this.known.forget(id);
    } catch (error) {
      this.logger.debug({ err: error }, 'what is outlived stays until postgres can be asked');
    }
  }

  /** One after the other, however long each takes. */
  private every(ms: number, step: () => Promise<void>): void {
    let running = false;
    const once = async () => {
      if (running) return;
      running = true;
      await step();
      running = false;
    };
    this.timers.push(setInterval(() => void once(), ms).unref());
  }
}
