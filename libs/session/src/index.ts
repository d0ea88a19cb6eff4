export * from './current-user.js';
export * from './session-token.js';
export * from './session.guard.js';
export * from './session.module.js';
