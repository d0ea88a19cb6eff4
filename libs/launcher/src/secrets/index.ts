/** The secrets of an installation, and the forms in which deployments take them. */
export * from './env-file.js';
export * from './kubernetes-secret.js';
export * from './secret-variables.js';
export * from './secrets.js';
