import { SDK_VARY } from '@burgee/contracts/wire';
import { makeFolder, refuseSettings } from '@burgee/process-kit';
import { startService } from '@burgee/service-kit';
import { loadConfig } from './config.js';
import { EarlyAnswers, routeGroups } from './routes/early-answers.js';
import { ROUTE_HANDLERS, type RouteHandlers } from './routes/route-group.js';
import { SdkGatewayModule } from './sdk-gateway.module.js';

/** No route of the framework here needs a body. Many clients may send one at a time, before authentication. */
const BODY_BYTES = 1_024;

const config = loadConfig();
const unusable = makeFolder(config.LAST_KNOWN_GOOD_DIR);
if (unusable !== undefined) refuseSettings('sdk-gateway', { LAST_KNOWN_GOOD_DIR: unusable });
const early = new EarlyAnswers(routeGroups(config));

await startService({
  name: 'sdk-gateway',
  config,
  module: SdkGatewayModule.with(config),
  http: { serverFactory: early.serverFactory, preflightsAt: early.preflightsAt, bodyLimitBytes: BODY_BYTES },
  drainMilliseconds: config.STREAM_DRAIN_SECONDS * 1_000,
  prepare: ({ app, fastify, logger }) => {
    fastify.addHook('onRequest', async (_, reply) => void reply.header('vary', SDK_VARY));
    early.begin(app.get<RouteHandlers>(ROUTE_HANDLERS), logger);
  },
});
