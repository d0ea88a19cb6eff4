import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { startService } from '@burgee/service-kit';
import { Preflight } from './admission/preflight.js';
import { loadConfig } from './config.js';
import { SdkGatewayModule } from './sdk-gateway.module.js';
import { Drain } from './stream/drain.js';
import { OpenStream } from './stream/open-stream.handler.js';
import { streamQuery } from './stream/stream-query.js';
import { ServeFlags } from './serve-flags/serve-flags.handler.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const config = loadConfig();

/** Answers ahead of the framework, once the modules are made. @returns whether it took the request */
let early: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;

function serverFactory(handler: Handler) {
  return createServer(
    { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 65_000 },
    (request, response) => {
      if (!early(request, response)) handler(request, response);
    },
  );
}

await startService({
  name: 'sdk-gateway',
  config,
  module: SdkGatewayModule.with(config),
  http: { serverFactory: serverFactory as never },
  drainMilliseconds: config.STREAM_DRAIN_SECONDS * 1_000,
  prepare: (service) => {
    const flags = service.app.get(ServeFlags);
    const preflight = service.app.get(Preflight);
    const streams = service.app.get(OpenStream);
    const drain = service.app.get(Drain);
    early = (request, response) => {
      const { method, url = '' } = request;
      const isRead = method === 'GET' || method === 'HEAD';
      // Whoever is connected to a replica that stops finds another one with the next request.
      if (drain.begun) response.shouldKeepAlive = false;
      if (isRead && url === '/api/v1/flags') {
        void flags.handle(request, response);
        return true;
      }
      const [path, query] = url.split('?', 2);
      if (isRead && path === '/api/v1/stream') streams.handle(request, response, streamQuery(query));
      else if (method === 'OPTIONS' && url.startsWith('/api/v1/')) void preflight.answer(request, response);
      else return false;
      return true;
    };
  },
});
