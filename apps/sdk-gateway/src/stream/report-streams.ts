import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type EnvironmentStreams, SUBJECTS } from '@burgee/contracts';
import { Messenger } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { Hub } from './hub.js';

const LOOK_MILLISECONDS = 250;
const LOOKS_BETWEEN_SIGNS_OF_LIFE = 4;
const LOOKS_BETWEEN_FULL_REPORTS = 20;
/** Some 300 kB, well below what NATS takes at once. */
const ENVIRONMENTS_A_MESSAGE = 2_000;

/** Tells flags-admin how many streams are open here and how far they have been sent. Nothing waits for it or hangs on it. */
@Injectable()
export class ReportStreams implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly id = randomUUID();
  private readonly gateway: string;
  private timer: NodeJS.Timeout | undefined;
  private look = 0;
  /** Not all that was to be told could be: the next report is a full one. */
  private failed = false;

  constructor(
    private readonly hub: Hub,
    private readonly messenger: Messenger,
    @Inject(CONFIG) config: Pick<SdkGatewayConfig, 'PORT'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.gateway = `${hostname()}:${config.PORT}`;
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.report(), LOOK_MILLISECONDS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Only what changed since; now and then everything, for those who were not there. */
  private report(): void {
    if (!this.messenger.connected) {
      this.failed = true;
      return;
    }
    const full = this.failed || this.look % LOOKS_BETWEEN_FULL_REPORTS === 0;
    const isSign = this.look % LOOKS_BETWEEN_SIGNS_OF_LIFE === 0;
    this.look++;
    const counts = this.hub.counts(full);
    if (counts.length === 0 && !isSign && !full) return;
    try {
      for (let from = 0; from === 0 || from < counts.length; from += ENVIRONMENTS_A_MESSAGE)
        this.send(counts.slice(from, from + ENVIRONMENTS_A_MESSAGE), full && from === 0);
      this.failed = false;
    } catch (error) {
      this.failed = true;
      this.logger.debug({ err: error }, 'the streams could not be reported');
    }
  }

  private send(environments: EnvironmentStreams[], full: boolean): void {
    const stamp = { v: 1 as const, event_id: uuidv7(), occurred_at: new Date().toISOString() };
    this.messenger.publish(SUBJECTS.streamsCounted, this.id, {
      ...stamp,
      gateway: this.gateway,
      full,
      environments,
    });
  }
}
