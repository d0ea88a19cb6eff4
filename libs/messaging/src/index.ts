/** Typed messages over NATS: publish, subscribe, request, and how a service replies. */
export * from './listen.js';
export * from './messaging-errors.js';
export * from './messaging.module.js';
export * from './messenger.js';
export * from './nats-options.js';
export * from './parse-payload.js';
export * from './status-reporter.js';
