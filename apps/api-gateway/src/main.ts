import { startService } from '@burgee/service-kit';
import { ApiGatewayModule } from './api-gateway.module.js';
import { loadConfig } from './config.js';
import { limitRequests } from './limits/request-limit.js';
import { registerOpenApi } from './openapi/register-openapi.js';
import { registerPages, registerSecurityHeaders } from './pages/register-pages.js';
import { registerProxy } from './proxy/register-proxy.js';

const config = loadConfig();

await startService({
  name: 'api-gateway',
  config,
  module: ApiGatewayModule,
  http: { parseBodies: false },
  openApi: false,
  prepare: async (service) => {
    const { fastify } = service;
    await registerSecurityHeaders(fastify);
    limitRequests(fastify, config);
    registerOpenApi(fastify, config);
    await registerPages(fastify);
    await registerProxy(fastify, service, config);
  },
});
