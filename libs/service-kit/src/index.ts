/** What every Nest service of Burgee needs: start, database, Redis, HTTP, errors, route policies. */
export * from './http/route-policy.js';
export * from './bootstrap/service-kit.module.js';
export * from './bootstrap/start-service.js';
export * from './cache/redis.js';
export * from './health/health.controller.js';
export * from './http/answer-error.js';
export * from './http/fastify.js';
export * from './http/resource-id.pipe.js';
export * from './http/send-problem.js';
export * from './http/values-at-most.js';
export * from './http/with-keys.js';
export * from './logging/nest-logger.js';
export * from './tenants/approximate-bytes.js';
export type * from './tenants/counted-request.js';
export * from './tenants/permit-again.js';
export * from './tenants/read-turns.interceptor.js';
export * from './openapi/refuses.js';
