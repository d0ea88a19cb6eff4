import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';

/**
 * Ends the process when an error closes its connection for good, as after revoked credentials: its supervisor restarts
 * it, and otherwise it would run without NATS. A connection that we close ends without an error.
 */
export function endWithConnection(connection: NatsConnection, logger: Logger): void {
  void connection.closed().then((error) => {
    if (!error) return;
    logger.error({ err: error }, 'nats closed the connection');
    process.exit(1);
  });
}
