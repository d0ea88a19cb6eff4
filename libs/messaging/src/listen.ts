import type { Service } from '@burgee/service-kit';
import { type NatsOptions, Transport } from '@nestjs/microservices';
import type { NatsConnection } from '@nats-io/transport-node';
import { endWithConnection } from './end-with-connection.js';
import { natsOptions } from './nats-options.js';

/**
 * Makes a service answer requests on NATS. The service starts without waiting for NATS, which may start later or reconnect.
 * If the client closes for good, the process ends, because it would otherwise run without NATS.
 * @param queue the queue group; one replica of it answers each request
 */
export function listenToNats({ app, logger, dependencies }: Service, url: string, name: string, queue: string): void {
  dependencies.expect('nats');
  const settings: NatsOptions = { transport: Transport.NATS, options: { ...natsOptions(url, name), queue } };
  const server = app.connectMicroservice(settings, { inheritAppConfig: false });
  server.status.subscribe((status) => {
    if (status === 'connected') dependencies.up('nats');
    else dependencies.down('nats', status);
  });
  app.startAllMicroservices().then(
    () => {
      logger.info('listening to nats');
      endWithConnection(server.unwrap<NatsConnection>(), logger);
    },
    (error: unknown) => {
      logger.error({ err: error }, 'nats refused the connection');
      process.exit(1);
    },
  );
}
