/** What the commands of the operator use: they work on the tables of auth without the service. */
export * from '../persistence/installation.js';
export * from '../persistence/instance-message.js';
export * from '../persistence/links.js';
export * from '../persistence/store-messages.js';
export * from '../persistence/tokens.js';
export * from '../persistence/user.repository.js';
