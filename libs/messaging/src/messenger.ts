import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ClientNats } from '@nestjs/microservices';
import type { EventContract, RequestContract } from '@burgee/contracts/messages';
import { Dependencies, within } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { deadline, type Msg, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { endWithConnection } from './end-with-connection.js';
import { ErrorReply, NotConnected } from './messaging-errors.js';
import { NatsConnector } from './nats-connector.js';
import { parsePayload } from './parse-payload.js';
import { startReceiving, startSending, withTrace } from './trace-message.js';
import { typedError } from './typed-error.js';

export const NATS_CLIENT_OPTIONS = Symbol('nats client options');

/** A reply as Nest's NATS transport sends it. */
interface Reply {
  err?: { status?: string; message?: string };
  response?: unknown;
}

/** Nest's client, over a connection that retries for ever. */
class ConnectedClient extends ClientNats {
  constructor(private readonly connector: NatsConnector) {
    super({});
  }

  override createClient(): Promise<NatsConnection> {
    return this.connector.connect();
  }

  override handleStatusUpdates(connection: NatsConnection): Promise<void> {
    return this.connector.follow(connection);
  }
}

/**
 * Publishes and receives typed messages. It queues nothing: a message that cannot be sent fails, and the outbox
 * retries.
 */
@Injectable()
export class Messenger implements OnModuleInit, OnApplicationShutdown {
  private readonly connector: NatsConnector;
  private readonly client: ClientNats;
  /** The first connection. The client reconnects it. */
  private connection!: Promise<NatsConnection>;

  constructor(
    @Inject(NATS_CLIENT_OPTIONS) options: NodeConnectionOptions,
    @Inject(LOGGER) private readonly logger: Logger,
    dependencies: Dependencies,
  ) {
    this.connector = new NatsConnector(options, dependencies);
    this.client = new ConnectedClient(this.connector);
  }

  onModuleInit(): void {
    this.connection = this.client.connect() as Promise<NatsConnection>;
    this.connection.then(
      (connection) => endWithConnection(connection, this.logger),
      (error: unknown) => this.logger.debug({ err: error }, 'stopped before nats answered'),
    );
  }

  onApplicationShutdown(): Promise<void> {
    this.connector.stop();
    return this.client.close();
  }

  get connected(): boolean {
    return this.connector.connected;
  }

  /**
   * The message limit of the connected server in bytes, headers included. Another server may have another limit.
   * @throws NotConnected
   */
  get maxPayload(): number {
    const { info } = this.current();
    if (!info) throw new NotConnected();
    return info.max_payload;
  }

  /**
   * Publishes on `subject(aboutId)`; the bytes are sent in the next microtask.
   * @throws NotConnected, MessageTooLarge
   */
  publish<T extends object>(contract: EventContract<T>, aboutId: string, payload: T): void {
    const subject = contract.subject(aboutId);
    const connection = this.current();
    try {
      const span = startSending(contract.pattern);
      connection.publish(subject, JSON.stringify(payload), withTrace(span));
      span?.end();
    } catch (error) {
      throw typedError(error, subject);
    }
  }

  /**
   * Subscribes to all messages of a contract, across reconnections; for `onApplicationBootstrap` and later. `use` is
   * called as the bytes arrive, with the id from the subject and a function that parses the message: it returns
   * undefined, and logs a line, for a message outside the contract.
   */
  subscribe<T extends object>(
    contract: EventContract<T>,
    use: (read: () => T | undefined, aboutId: string) => void,
  ): void {
    const guarded = <R>(step: () => R): R | undefined => {
      try {
        return step();
      } catch (error) {
        this.logger.warn({ err: error, pattern: contract.pattern }, 'ignored a message');
        return undefined;
      }
    };
    const callback = (error: Error | null, message: Msg) => {
      if (error) return this.logger.error({ err: error, pattern: contract.pattern }, 'nats refused a subscription');
      guarded(() => {
        const read = () => guarded(() => parsePayload(contract.payload, message.json()));
        const span = startReceiving(contract.pattern, message);
        within(span, () => use(read, message.subject.slice(contract.subject('').length)));
        span?.end();
      });
    };
    const start = (connection: NatsConnection) => connection.subscribe(contract.pattern, { callback });
    // Without a connection, the process is stopping: see onModuleInit.
    void this.connection.then(start, () => undefined);
  }

  /**
   * Sends a request to the subscribers, in the format of Nest's NATS transport, and waits up to `withinMs` for the
   * reply.
   * @throws NotConnected, NoResponders, MessageTooLarge, ErrorReply; the client's TimeoutError
   */
  async request<Q extends object, A extends object>(
    contract: RequestContract<Q, A>,
    request: Q,
    withinMs: number,
  ): Promise<A> {
    const { pattern } = contract;
    const packet = JSON.stringify({ pattern, data: request, id: randomUUID() });
    const span = startSending(pattern);
    try {
      const reply = await this.onConnection(
        (connection) => connection.request(pattern, packet, { timeout: withinMs, ...withTrace(span) }),
        pattern,
      );
      const { err, response } = reply.json<Reply>();
      if (err) throw new ErrorReply(err.status ?? 'error', err.message ?? 'the request failed');
      span?.end();
      return parsePayload(contract.reply, response);
    } catch (error) {
      span?.end(error);
      throw error;
    }
  }

  /** Resolves when NATS has received everything published so far. @throws on a timeout */
  async flush(withinMs: number): Promise<void> {
    await this.onConnection((connection) => deadline(connection.flush(), withinMs), 'flush');
  }

  private async onConnection<R>(work: (connection: NatsConnection) => Promise<R>, subject: string): Promise<R> {
    const connection = this.current();
    try {
      return await work(connection);
    } catch (error) {
      throw typedError(error, subject);
    }
  }

  private current(): NatsConnection {
    if (!this.connected) throw new NotConnected();
    return this.client.unwrap<NatsConnection>();
  }
}
