import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ClientNats, type NatsOptions } from '@nestjs/microservices';
import type { EventContract, RequestContract } from '@burgee/contracts';
import { Dependencies, LOGGER } from '@burgee/service-kit';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { firstValueFrom, from, timeout } from 'rxjs';
import { endWithConnection } from './end-with-connection.js';
import { parsePayload } from './parse-payload.js';

export const NATS_CLIENT_OPTIONS = Symbol('nats client options');

/** Typed messages out. Nothing is kept for later: what cannot be sent now fails now, and the outbox tries again. */
@Injectable()
export class Messenger implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly client: ClientNats;
  /** Of this connection alone: the one that listens comes back at another moment. */
  private isConnected = false;

  constructor(
    @Inject(NATS_CLIENT_OPTIONS) options: NonNullable<NatsOptions['options']>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly dependencies: Dependencies,
  ) {
    this.client = new ClientNats(options);
    this.dependencies.expect('nats');
    this.client.status.subscribe((status) => {
      this.isConnected = status === 'connected';
      if (this.isConnected) this.dependencies.up('nats');
      else this.dependencies.down('nats', status);
    });
  }

  onApplicationBootstrap(): void {
    this.client.connect().then(
      (connection) => endWithConnection(connection as NatsConnection, this.logger),
      (error: unknown) => {
        this.logger.error({ err: error }, 'nats refused the connection');
        process.exit(1);
      },
    );
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.close();
  }

  get connected(): boolean {
    return this.isConnected;
  }

  /**
   * Rings on `subject(aboutId)`; the bytes leave with the next microtask. They are those of `ClientNats.emit`, which would get
   * there a dozen promises later.
   * @throws when NATS is not connected, or does not take messages so large
   */
  publish<T extends object>(contract: EventContract<T>, aboutId: string, payload: T): void {
    this.assertConnected();
    const pattern = contract.subject(aboutId);
    this.client.unwrap<NatsConnection>().publish(pattern, JSON.stringify({ pattern, data: payload }));
  }

  /** Asks and waits for the answer, at most `withinMs`. @throws when nobody answers, in time or at all */
  async request<Q extends object, A extends object>(
    contract: RequestContract<Q, A>,
    question: Q,
    withinMs: number,
  ): Promise<A> {
    this.assertConnected();
    const answer = await firstValueFrom(this.client.send(contract.pattern, question).pipe(timeout(withinMs)));
    return parsePayload(contract.reply, answer);
  }

  /** Resolves when NATS has taken everything published so far. @throws when it does not say so in time */
  async flush(withinMs: number): Promise<void> {
    this.assertConnected();
    await firstValueFrom(from(this.client.unwrap<NatsConnection>().flush()).pipe(timeout(withinMs)));
  }

  private assertConnected(): void {
    if (!this.connected) throw new Error('NATS is not connected');
  }
}
