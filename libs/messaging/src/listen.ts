import type { Service } from '@burgee/service-kit';
import { type NatsOptions, Transport } from '@nestjs/microservices';
import type { NatsConnection } from '@nats-io/transport-node';
import { endWithConnection } from './end-with-connection.js';
import { natsOptions } from './nats-options.js';

/**
 * Lets a service answer questions on NATS. The service starts without waiting for it: NATS may come later, or go and come back.
 * Should its client ever close for good, the process ends rather than staying up deaf.
 * @param queue one of the replicas that name it answers each
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
