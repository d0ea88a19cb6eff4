/** What every Nest service of Burgee needs: start, database, Redis, HTTP, errors, route policies. */
export * from './http/route-policy.js';
export * from './bootstrap/service-kit.module.js';
export * from './bootstrap/start-service.js';
export * from './cache/redis.js';
export * from './health/health.controller.js';
export * from './http/answer-error.js';
export * from './http/fastify.js';
export { TAKES_FORM } from './http/form-body.js';
export * from './http/reauthorize.js';
export * from './http/unread-body.js';
export * from './http/send-problem.js';
export { ResourceId } from './http/validation.pipe.js';
export * from './http/with-keys.js';
export * from './logging/nest-logger.js';
export * from './openapi/endpoint.js';
export * from './openapi/refuses.js';
export { JSON_TYPE } from './openapi/serve-document.js';
export * from './plain.js';
