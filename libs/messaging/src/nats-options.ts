import { natsInbox } from '@burgee/contracts/wire';
import type { NatsOptions } from '@nestjs/microservices';

/**
 * Settings with which a NATS connection survives its server: it always reconnects, and notices a paused server
 * within 10 s. The defaults close for good after ten attempts and take minutes to notice a pause.
 * @param url `nats://user:password@host:port`, several separated by commas
 */
export function natsOptions(url: string, name: string): NonNullable<NatsOptions['options']> {
  const servers = url.split(',').map((one) => new URL(one.trim()));
  const { username, password } = servers[0] as URL;
  return {
    servers: servers.map((server) => server.host),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(servers[0]?.protocol === 'tls:' && { tls: {} }),
    name: `burgee ${name}`,
    inboxPrefix: natsInbox(name),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: 5_000,
    maxPingOut: 1,
    timeout: 2_000,
  };
}
