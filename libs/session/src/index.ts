/** The session guard of every service, and the role check of routes. */
export * from './current-user.js';
export * from './token.js';
export * from './session.guard.js';
export * from './session.module.js';
