import type { Service } from '@burgee/service-kit';
import { type NatsOptions, ServerNats } from '@nestjs/microservices';
import { inSpan } from '@burgee/process-kit';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { endWithConnection } from './end-with-connection.js';
import { NatsConnector } from './nats-connector.js';
import { type NatsConfig, natsOptions } from './nats-options.js';
import { receiving } from './trace-message.js';

/** Nest's server, over a connection that retries for ever. */
class ConnectedServer extends ServerNats {
  constructor(
    options: NonNullable<NatsOptions['options']>,
    private readonly connector: NatsConnector,
  ) {
    super(options);
  }

  override createNatsClient(): Promise<NatsConnection> {
    return this.connector.connect();
  }

  override handleMessage(channel: string, message: Msg): Promise<void> {
    const { name, ...options } = receiving(channel, message);
    return inSpan(name, options, () => super.handleMessage(channel, message));
  }

  override handleStatusUpdates(connection: NatsConnection): Promise<void> {
    return this.connector.follow(connection);
  }

  override close(): Promise<void> {
    this.connector.stop();
    return super.close();
  }
}

/**
 * Makes a service answer requests on NATS. The service starts without waiting for NATS, which may start later, refuse it for a
 * while, or reconnect. If the client closes for good, the process ends, because it would otherwise run without NATS.
 * @param queue the queue group; one replica of it answers each request
 */
export function listenToNats(
  { app, logger, dependencies }: Service,
  config: NatsConfig,
  name: string,
  queue: string,
): void {
  const connector = new NatsConnector(natsOptions(config, name), dependencies);
  const strategy = new ConnectedServer({ queue }, connector);
  const server = app.connectMicroservice({ strategy }, { inheritAppConfig: false });
  app.startAllMicroservices().then(
    () => {
      logger.info('listening to nats');
      endWithConnection(server.unwrap<NatsConnection>(), logger);
    },
    (error: unknown) => logger.debug({ err: error }, 'stopped before nats answered'),
  );
}
