import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ClientNats, type NatsOptions } from '@nestjs/microservices';
import type { EventContract, RequestContract } from '@burgee/contracts';
import { Dependencies, LOGGER } from '@burgee/service-kit';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { firstValueFrom, from, timeout } from 'rxjs';
import { endWithConnection } from './end-with-connection.js';
import { parsePayload } from './parse-payload.js';

export const NATS_CLIENT_OPTIONS = Symbol('nats client options');

/** Typed messages out and in. Nothing is kept for later: what cannot be sent now fails now, and the outbox tries again. */
@Injectable()
export class Messenger implements OnModuleInit, OnApplicationShutdown {
  private readonly client: ClientNats;
  /** The first one: the client brings it back whenever it is lost. */
  private connection!: Promise<NatsConnection>;
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

  onModuleInit(): void {
    this.connection = this.client.connect() as Promise<NatsConnection>;
    this.connection.then(
      (connection) => endWithConnection(connection, this.logger),
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
   * Rings on `subject(aboutId)`; the bytes leave with the next microtask.
   * @throws when NATS is not connected, or does not take messages so large
   */
  publish<T extends object>(contract: EventContract<T>, aboutId: string, payload: T): void {
    this.assertConnected();
    this.client.unwrap<NatsConnection>().publish(contract.subject(aboutId), JSON.stringify(payload));
  }

  /**
   * Hears all messages of a contract from now on, over every reconnection; for `onApplicationBootstrap` and later. `use` is
   * called as the bytes come, with what the message is about and with a way to read it at leisure: undefined, and a line in the
   * log, when it does not fit its contract.
   */
  subscribe<T extends object>(
    contract: EventContract<T>,
    use: (read: () => T | undefined, aboutId: string) => void,
  ): void {
    const guarded = <R>(step: () => R): R | undefined => {
      try {
        return step();
      } catch (error) {
        this.logger.warn({ err: error, pattern: contract.pattern }, 'a message was ignored');
        return undefined;
      }
    };
    const callback = (error: Error | null, message: Msg) => {
      if (error) return this.logger.error({ err: error, pattern: contract.pattern }, 'nats refused a subscription');
      guarded(() => {
        const read = () => guarded(() => parsePayload(contract.payload, message.json()));
        use(read, message.subject.slice(contract.subject('').length));
      });
    };
    const start = (connection: NatsConnection) => connection.subscribe(contract.pattern, { callback });
    // When there will never be one, the process ends, see above.
    void this.connection.then(start, () => undefined);
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
