import { setTimeout as delay } from 'node:timers/promises';
import { every, failpoint, isDatabaseUnavailable, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { decideOutcome } from './decide-outcome.js';
import { type ClaimedDelivery, DeliveryQueue } from './delivery-queue.js';
import { DisableWebhookService } from './disable-webhook.service.js';
import { PostThreads } from './post-threads.js';
import { TEST_TYPE } from './render-delivery.js';
import { sendAttempt } from './send-attempt.js';
import type { SentAttempt } from './try-post.js';
import { attemptDuration, attemptsTotal } from './webhook-metrics.js';
import { WebhookSecretVault } from './webhook-secret-vault.js';

/** Concurrent requests per process. */
const AT_ONCE = 256;
const POLL_MILLISECONDS = 500;
/** The minimum time between polls, however many deliveries end in between. */
const PAUSE_MILLISECONDS = 50;
/** How long the process waits for requests in progress when it stops. The rest is sent again after the lease. */
const DRAIN_MILLISECONDS = 2_000;
const DAY_MILLISECONDS = 86_400_000;
/** A webhook that has failed for this long is disabled. */
export const FAILING_DAYS = 3;

/** Sends due deliveries. Every replica does, and each delivery is claimed by one. */
@Injectable()
export class WebhookSender implements OnApplicationBootstrap, OnApplicationShutdown {
  /** By webhook. */
  private readonly underWay = new Map<string, number>();
  private readonly sending = new Set<Promise<void>>();
  private polls: Repetition | undefined;
  private running = false;
  private again = false;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly threads: PostThreads,
    private readonly vault: WebhookSecretVault,
    private readonly disabling: DisableWebhookService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.polls = every(POLL_MILLISECONDS, () => this.run());
  }

  async onApplicationShutdown(): Promise<void> {
    this.polls?.stop();
    this.polls = undefined;
    await Promise.race([Promise.all(this.sending), delay(DRAIN_MILLISECONDS, undefined, { ref: false })]);
    await this.threads.end();
  }

  /** Runs one at a time, so that its count of free slots is right. */
  private async run(): Promise<void> {
    this.again = this.running;
    if (this.running) return;
    this.running = true;
    try {
      do {
        this.again = false;
        await this.sendDue();
        await delay(PAUSE_MILLISECONDS, undefined, { ref: false });
      } while (this.again && this.polls);
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'debug' : 'error';
      this.logger[level]({ err: error }, 'claiming webhook deliveries failed, retrying');
    } finally {
      this.running = false;
    }
  }

  private async sendDue(): Promise<void> {
    const free = AT_ONCE - this.sending.size;
    if (free <= 0) return;
    for (const delivery of await this.queue.claim(free, this.underWay)) this.begin(delivery);
  }

  private begin(delivery: ClaimedDelivery): void {
    failpoint('before-webhook');
    const { webhook_id } = delivery;
    this.underWay.set(webhook_id, (this.underWay.get(webhook_id) ?? 0) + 1);
    const sent = this.send(delivery).finally(() => {
      this.end(webhook_id);
      this.sending.delete(sent);
      if (this.polls) void this.run();
    });
    this.sending.add(sent);
  }

  private end(id: string): void {
    const left = (this.underWay.get(id) ?? 1) - 1;
    if (left > 0) this.underWay.set(id, left);
    else this.underWay.delete(id);
  }

  /** Never rejects: a delivery without a recorded result is due again after its lease. */
  private async send(delivery: ClaimedDelivery): Promise<void> {
    const { webhook_id, secret, previous_secret } = delivery;
    const secrets = [secret, previous_secret].flatMap(
      (sealed) => (sealed && this.vault.open(webhook_id, sealed)) || [],
    );
    const begun = performance.now();
    const attempt = await sendAttempt(delivery, secrets, (request) => this.threads.post(request));
    // An attempt that was cut off by the shutdown says nothing about the endpoint.
    if (this.threads.hasEnded) return;
    failpoint('after-webhook');
    const durationMs = performance.now() - begun;
    attemptDuration.observe(durationMs / 1_000);
    try {
      await this.record(delivery, attempt, Math.round(durationMs));
    } catch (error) {
      this.logger.warn({ err: error, webhook_id, event_id: delivery.event_id }, 'recording a webhook delivery failed');
    }
  }

  private async record(delivery: ClaimedDelivery, attempt: SentAttempt, durationMs: number): Promise<void> {
    const { webhook_id, event_id, attempts, left_ms: leftMs } = delivery;
    const { status, error, answer } = attempt;
    const { isGone, ...outcome } = decideOutcome(attempt, { attempts, leftMs }, Math.random());
    const counts = delivery.type !== TEST_TYPE;
    const failingMs = await this.queue.record(delivery, { ...outcome, status, error, answer, durationMs, counts });
    attemptsTotal.inc({ state: outcome.state });
    const facts = { webhook_id, event_id, host: new URL(delivery.url).host, status, error, attempts };
    if (outcome.state === 'failed') this.logger.info(facts, 'gave a webhook delivery up');
    else this.logger.debug(facts, 'sent a webhook delivery');
    if (isGone && counts) await this.disabling.disable(webhook_id, 'gone');
    else if ((failingMs ?? 0) > FAILING_DAYS * DAY_MILLISECONDS) await this.disabling.disable(webhook_id, 'failing');
  }
}
