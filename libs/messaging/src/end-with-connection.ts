import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';

/**
 * Ends the process when its connection is closed for good by an error, as after revoked credentials: whoever watches
 * over it starts it anew, where it would otherwise stay up deaf. A connection that we close ends without an error.
 */
export function endWithConnection(connection: NatsConnection, logger: Logger): void {
  void connection.closed().then((error) => {
    if (!error) return;
    logger.error({ err: error }, 'nats closed the connection for good');
    process.exit(1);
  });
}
