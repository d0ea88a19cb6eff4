import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '@nats-io/transport-node';

/*
 * The yardstick of streams: Node's own HTTP server. It opens every stream with the configured head and first bytes,
 * and broadcasts what it receives on NATS to all of them, unchecked.
 */
interface Options {
  headers: Record<string, string>;
  first: string;
  natsUrl: string;
  subject: string;
}

async function serve({ headers, first, natsUrl, subject }: Options): Promise<void> {
  const streams = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.write(first);
    streams.add(response);
    response.on('close', () => streams.delete(response));
  });
  const heartbeat = Buffer.from(':hb\n\n');
  setInterval(() => {
    for (const stream of streams) stream.write(heartbeat);
  }, 15_000).unref();
  const { host, username, password } = new URL(natsUrl);
  const nats = await connect({ servers: host, user: username, pass: password });
  nats.subscribe(subject, {
    callback: (_error, { data }) => {
      for (const stream of streams) stream.write(data);
    },
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

process.once('message', (options: Options) => void serve(options));
process.on('disconnect', () => process.exit(0));
