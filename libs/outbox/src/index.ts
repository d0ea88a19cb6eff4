/** Durable messages: stored in the transaction of their change, delivered until they are acknowledged. */
export * from './dead-letters.js';
export * from './delivery.js';
export * from './outbox-message.js';
export * from './outbox-metrics.js';
export * from './outbox-options.js';
export * from './outbox-readiness.js';
export * from './outbox.module.js';
