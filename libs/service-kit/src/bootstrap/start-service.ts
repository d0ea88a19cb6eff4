import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { AppName } from '@burgee/contracts/wire';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  createLogger,
  createOpsServer,
  Dependencies,
  describeBuild,
  type RouteLine,
  type ServiceConfig,
  StatusPage,
} from '@burgee/process-kit';
import { createAdapter, type HttpOptions, prepareFastify } from '../http/fastify.js';
import { ProblemFilter } from '../http/problem.filter.js';
import { RequestValidationPipe } from '../http/validation.pipe.js';
import { NestLogger } from '../logging/nest-logger.js';
import { describeApi } from '../openapi/describe-api.js';
import { ServiceKitModule } from './service-kit.module.js';

/** Milliseconds that running requests have to end before their connections are closed. */
const DRAIN_MILLISECONDS = 4_000;

export interface Service {
  app: NestFastifyApplication;
  fastify: FastifyInstance;
  logger: Logger;
  dependencies: Dependencies;
}

export interface ServiceOptions {
  name: AppName;
  config: ServiceConfig;
  module: Type<unknown> | DynamicModule;
  http?: Partial<HttpOptions>;
  /** False for a service without an OpenAPI document of its own. */
  openApi?: boolean;
  /** Milliseconds that its modules may take before it stops listening. */
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
  fastify.get('/openapi.json', async () => document);
}

function stopOnSignal({ app, fastify, logger }: Service, drainMilliseconds: number): void {
  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => fastify.server.closeAllConnections(), drainMilliseconds + DRAIN_MILLISECONDS).unref();
    setTimeout(() => process.exit(1), drainMilliseconds + DRAIN_MILLISECONDS * 2).unref();
    await app.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  // Started by the launcher: the launcher is gone, so nothing else would stop this process.
  process.on('disconnect', () => void stop('launcher gone'));
  process.on('unhandledRejection', (error) => {
    logger.error({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
}

/** Starts a service: logs, errors, health, metrics, OpenAPI and shutdown are the same for all. */
export async function startService({
  name,
  config,
  module,
  http = {},
  openApi = true,
  drainMilliseconds = 0,
  prepare,
}: ServiceOptions): Promise<Service> {
  const logger = createLogger(name, config.LOG_LEVEL);
  const dependencies = new Dependencies();
  const statusPage = new StatusPage();
  const adapter = createAdapter({ trustedProxies: config.TRUSTED_PROXIES, logger, ...http });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  const routes = collectRoutes(fastify);
  const root: DynamicModule = {
    module: class Root {},
    imports: [ServiceKitModule.with(logger, dependencies, statusPage), module as Type<unknown>],
  };
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  prepareFastify(fastify, { ...http, logger }, routes);
  app.useGlobalFilters(new ProblemFilter(logger));
  app.useGlobalPipes(new RequestValidationPipe());
  const service = { app, fastify, logger, dependencies };
  describeBuild(name);
  await prepare?.(service);
  if (openApi) serveOpenApi(app, fastify, name);
  stopOnSignal(service, drainMilliseconds);
  const ops = createOpsServer({ service: name, dependencies, statusPage, routes, logger });
  ops.listen(config.OPS_PORT, config.OPS_HOST);
  await app.listen(config.PORT, config.HOST);
  logger.info({ port: config.PORT, ops_port: config.OPS_PORT }, 'ready');
  process.send?.('ready');
  return service;
}
