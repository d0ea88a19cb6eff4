import { admissionMetrics } from '@burgee/admission';
import { metrics } from '@burgee/process-kit';
import { startService } from '@burgee/service-kit';
import { ApiGatewayModule } from './api-gateway.module.js';
import { loadConfig } from './config.js';
import { checkHost } from './hosts/check-host.js';
import { registerDocumentSchema } from './openapi/register-document-schema.js';
import { registerOpenApi } from './openapi/register-openapi.js';
import { registerPages } from './pages/register-pages.js';
import { registerSecurityHeaders } from './pages/register-security-headers.js';
import { CarriedStreams } from './proxy/carried-streams.js';
import { registerProxy } from './proxy/register-proxy.js';
import { registerInScope } from './register-in-scope.js';

const config = loadConfig();

await startService({
  name: 'api-gateway',
  config,
  module: ApiGatewayModule.with(config),
  drainMilliseconds: config.STREAM_DRAIN_SECONDS * 1_000,
  http: { parseBodies: false },
  openApi: false,
  prepare: async ({ app, fastify, logger }) => {
    await registerSecurityHeaders(fastify, config);
    checkHost(fastify, config.ALLOWED_HOSTS);
    await registerInScope(fastify, logger, async (scope) => {
      registerOpenApi(scope, config);
      registerDocumentSchema(scope);
      await registerPages(scope, config);
      const streams = app.get(CarriedStreams);
      await registerProxy(scope, { logger, config, streams, metrics: admissionMetrics(metrics) });
    });
  },
});
