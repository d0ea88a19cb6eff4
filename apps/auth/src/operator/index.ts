/** What the commands of the operator use: they work on the tables of auth without the service. */
export * from '../persistence/instance-message.js';
