import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { AppName } from '@burgee/contracts/wire';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  BURGEE_VERSION,
  createLogger,
  createOpsServer,
  Dependencies,
  describeBuild,
  Health,
  READINESS,
  type Readiness,
  type RouteLine,
  type ServiceConfig,
  startTracing,
  StatusPage,
  stopTracing,
} from '@burgee/process-kit';
import { createAdapter, type HttpOptions, prepareFastify } from '../http/fastify.js';
import { ProblemFilter } from '../http/problem.filter.js';
import { RequestValidationPipe } from '../http/validation.pipe.js';
import { NestLogger } from '../logging/nest-logger.js';
import { describeApi } from '../openapi/describe-api.js';
import { serveDocument } from '../openapi/serve-document.js';
import { type NeededTable, waitForPostgres } from '../database/wait-for-postgres.js';
import { ServiceKitModule } from './service-kit.module.js';

/**
 * Connections that the kernel has accepted and the event loop has not. Above this, the kernel drops the first packet,
 * and clients retry after a second. `net.core.somaxconn` may allow fewer.
 */
const BACKLOG = 4_096;
/**
 * Milliseconds for open requests to finish after new ones are no longer accepted, before their connections are closed.
 */
const DRAIN_MILLISECONDS = 4_000;

export interface Service {
  app: NestFastifyApplication;
  fastify: FastifyInstance;
  logger: Logger;
  dependencies: Dependencies;
  health: Health;
}

export interface ServiceOptions {
  name: AppName;
  config: ServiceConfig;
  module: Type<unknown> | DynamicModule;
  http?: Partial<HttpOptions>;
  /** For a service that needs Postgres to start: it waits for this table. */
  database?: NeededTable;
  /** False for a service without an OpenAPI document of its own. */
  openApi?: boolean;
  /** The most milliseconds that its modules may take to end open work, before it stops listening. */
  drainMilliseconds?: number;
  /** Called when all modules exist and before the service listens. */
  prepare?: (service: Service) => Promise<void> | void;
}

function collectRoutes(fastify: FastifyInstance): RouteLine[] {
  const routes: RouteLine[] = [];
  fastify.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) routes.push({ method, path: route.url });
  });
  return routes;
}

function serveOpenApi(app: NestFastifyApplication, fastify: FastifyInstance, name: string): void {
  const info = new DocumentBuilder().setTitle(`Burgee ${name}`).setVersion('1').setOpenAPIVersion('3.1.0').build();
  const document = describeApi(SwaggerModule.createDocument(app, info));
  serveDocument(fastify, document);
}

/** Calls `stop` at the first signal. A signal during the start ends the service at once. */
function stopOnSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const begin = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void begin('SIGTERM'));
  process.on('SIGINT', () => void begin('SIGINT'));
  // The launcher that started this process is gone, so nothing else would stop it.
  process.on('disconnect', () => void begin('launcher gone'));
  process.on('unhandledRejection', (error) => {
    logger.error({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
}

/** From now on, clients return on another connection, which may lead to another replica. */
function stopKeepingConnections({ server }: FastifyInstance): void {
  server.prependListener('request', (_request, response) => (response.shouldKeepAlive = false));
}

/** Called when the server stops listening: drained work has ended by then. */
function closeConnectionsAtEnd(fastify: FastifyInstance, dependencies: Dependencies): void {
  fastify.addHook('preClose', async () => {
    dependencies.leave();
    setTimeout(() => fastify.server.closeAllConnections(), DRAIN_MILLISECONDS).unref();
  });
}

/** Ends a process that cannot start, with a log line that gives the reason. */
function endUnstarted(logger: Logger, error: unknown): never {
  const { syscall, code, address, hostname, port } = error as NodeJS.ErrnoException & Record<string, unknown>;
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    logger.fatal({ 'server.address': address ?? hostname, 'server.port': port, 'error.type': code }, 'cannot listen');
  else logger.fatal({ err: error }, 'could not start');
  process.exit(1);
}

/** Starts a service: logs, errors, health, metrics, OpenAPI and shutdown are the same for all. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const logger = createLogger(options.name, options.config);
  try {
    return await start(options, logger);
  } catch (error) {
    endUnstarted(logger, error);
  }
}

async function start(
  { name, config, module, http = {}, database, openApi = true, drainMilliseconds = 0, prepare }: ServiceOptions,
  logger: Logger,
): Promise<Service> {
  await startTracing(name, config, (reason) => logger.warn(reason));
  const dependencies = new Dependencies(logger);
  const health = new Health(dependencies);
  const statusPage = new StatusPage();
  const adapter = createAdapter({ trustedProxies: config.TRUSTED_PROXIES, logger, ...http });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  fastify.server.keepAliveTimeout = config.KEEP_ALIVE_SECONDS * 1_000;
  const routes = collectRoutes(fastify);
  let app: NestFastifyApplication | undefined;
  stopOnSignal(logger, async () => {
    health.stop();
    stopKeepingConnections(fastify);
    if (!app) return;
    // Load balancers need this long to notice that it is not ready.
    await delay(config.SHUTDOWN_DELAY_SECONDS * 1_000);
    setTimeout(() => process.exit(1), drainMilliseconds + DRAIN_MILLISECONDS * 2).unref();
    await app.close();
    await stopTracing();
  });
  describeBuild({ service: name, version: BURGEE_VERSION, commit: config.BURGEE_COMMIT });
  // Before any step that may wait.
  createOpsServer({ service: name, health, dependencies, statusPage, routes, logger })
    .once('error', (error) => endUnstarted(logger, error))
    .listen(config.OPS_PORT, config.OPS_HOST);
  if (database) await waitForPostgres(name, database, dependencies);
  const root: DynamicModule = {
    module: class Root {},
    imports: [ServiceKitModule.with(config, logger, dependencies, health, statusPage), module as Type<unknown>],
  };
  app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  prepareFastify(fastify, { ...http, logger }, routes);
  closeConnectionsAtEnd(fastify, dependencies);
  app.useGlobalFilters(new ProblemFilter(logger));
  app.useGlobalPipes(new RequestValidationPipe());
  const service = { app, fastify, logger, dependencies, health };
  await prepare?.(service);
  if (openApi) serveOpenApi(app, fastify, name);
  await app.listen({ port: config.PORT, host: config.HOST, backlog: BACKLOG });
  health.started(readinessOf(app));
  logger.info({ port: config.PORT, ops_port: config.OPS_PORT }, 'ready');
  process.send?.('ready');
  return service;
}

function readinessOf(app: NestFastifyApplication): Readiness | undefined {
  try {
    return app.get<Readiness>(READINESS, { strict: false });
  } catch {
    // A service that is ready as soon as it listens.
    return undefined;
  }
}
