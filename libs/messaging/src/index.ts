export * from './listen.js';
export * from './messaging.module.js';
export * from './messenger.js';
export * from './nats-options.js';
export * from './parse-payload.js';
