/*
 * Which of our modules may import which. A module is a project by its folder's name (`service-kit` is libs/service-kit), or one entry
 * point of a project (`contracts/wire` is libs/contracts/src/wire). A module that may import a project may import all
 * its entry points.
 * Lint refuses everything else (boundaries-plugin.mjs); a test holds the rows to the package.json of each project.
 */
export const ALLOWED_IMPORTS = {
  'contracts/wire': [],
  'contracts/http': ['contracts/wire'],
  'contracts/messages': ['contracts/wire', 'contracts/http'],
  contracts: ['contracts/wire', 'contracts/http', 'contracts/messages'],
  evaluation: [],
  'unleash-api': ['evaluation'],
  admission: ['contracts/wire'],
  'flag-serving': ['admission', 'contracts/wire', 'evaluation', 'unleash-api'],
  'process-kit': ['admission', 'contracts/wire'],
  'service-kit': ['contracts', 'process-kit'],
  'session/token': ['contracts/wire'],
  session: ['contracts', 'service-kit', 'session/token'],
  messaging: ['contracts', 'process-kit', 'service-kit'],
  outbox: ['contracts', 'messaging', 'process-kit', 'service-kit'],

  sdk: ['evaluation'],
  react: ['sdk'],
  openfeature: ['sdk'],
  'openfeature-server': ['openfeature', 'sdk'],
  'openfeature-web': ['openfeature', 'sdk'],
  'openfeature-nestjs': ['openfeature-server', 'sdk'],
  cli: [],
  sizing: [],

  'api-gateway': ['admission', 'contracts', 'process-kit', 'service-kit', 'session/token', 'sizing'],
  audit: ['admission', 'contracts', 'messaging', 'process-kit', 'service-kit', 'session'],
  auth: ['admission', 'contracts', 'messaging', 'outbox', 'process-kit', 'service-kit', 'session'],
  usage: ['contracts', 'messaging', 'process-kit', 'service-kit', 'session'],
  edge: ['admission', 'contracts', 'flag-serving', 'process-kit', 'sdk'],
  'flags-admin': [
    'admission',
    'contracts',
    'evaluation',
    'messaging',
    'outbox',
    'process-kit',
    'service-kit',
    'session',
  ],
  'sdk-gateway': ['admission', 'contracts', 'flag-serving', 'messaging', 'process-kit', 'service-kit'],
  dashboard: ['contracts', 'evaluation', 'unleash-api'],
  operator: [
    'contracts',
    // What a deployment keeps secret.
    'launcher/secrets',
    'outbox',
    'process-kit',
    'service-kit',
    // The format of a history export, for readers that have only the file.
    'audit/export',
    // The history of the instance, which no API shows.
    'audit/instance',
    'auth/operator',
    // The migrations of an app, which no app but their own runs.
    'audit/schema',
    'auth/schema',
    'flags-admin/schema',
    'usage/schema',
  ],

  launcher: ['contracts/wire'],
  testing: ['contracts', 'launcher'],
  tools: ['cli', 'contracts', 'evaluation', 'launcher', 'process-kit', 'sdk', 'sizing', 'testing', 'unleash-api'],
  e2e: [
    // Which level each route has.
    'api-gateway/routes',
    'contracts',
    'evaluation',
    'launcher',
    'openfeature-nestjs',
    'openfeature-server',
    'openfeature-web',
    'react',
    'sdk',
    'testing',
    'unleash-api',
  ],
};

/** What the specs of every module may import besides. */
export const ALLOWED_IN_SPECS = ['contracts', 'launcher', 'testing'];

/** Packages that a module may not import, by the beginning of their name. */
export const REFUSED_PACKAGES = {
  'contracts/wire': [''],
  evaluation: [''],
  'unleash-api': [''],
  'flag-serving': ['@nestjs/', 'typeorm', 'ioredis', '@nats-io/'],
  admission: ['@nestjs/', 'typeorm', 'ioredis', '@nats-io/', 'pg'],
  'process-kit': ['@nestjs/', 'typeorm', 'ioredis', '@nats-io/'],
  edge: ['@nestjs/', 'typeorm', 'ioredis', '@nats-io/', 'pg'],
};

/**
 * The folders of a project's `src`, from the lowest to the highest. A folder may import those before it in the list. Entries in brackets may
 * not import each other: each is a folder, or a row of folders in the same order. A file of `src` itself counts
 * by its name without suffix. An unlisted file, such as the wiring in main.ts, may import everything, and no folder
 * may import it; an unlisted folder may import no other folder. A project without a row has no order yet.
 */
export const LAYERS = {
  audit: ['config', 'chain', ['read', 'record'], ['checkpoints', 'export', 'retention'], 'instance', 'persistence'],
  auth: [
    'provider-file',
    'provider-settings',
    'config',
    'persistence',
    ['limits', 'recorded-settings', 'sessions', 'tokens'],
    ['passwords', 'providers'],
    'sign-in',
    'registration',
    ['links', 'administration', 'operator', 'single-sign-on'],
    'mail',
    'account',
    'trusts',
  ],
  edge: [
    'config',
    'admission',
    'cached',
    ['source', 'upstream', 'snapshot-file'],
    ['applied', 'usage'],
    'follow',
    'serving',
    'server',
    'cluster',
  ],
  'flags-admin': [
    'config',
    'quotas',
    'change-rules',
    'token-limits',
    'unit-of-work',
    ['checkpoints', 'dead-letters', 'notices', 'roles', 'shared-cache', 'slugs', 'stream-counts', 'tokens', 'webhooks'],
    'applied',
    ['environments', 'flags', 'preferences', 'shared-views'],
    ['invitations', 'flag-changes', 'history'],
    'promotions',
    'schedules',
    ['restores', 'approvals', 'switch-off-links'],
    ['members', 'administration', 'account'],
    'group-roles',
    ['projects', 'connections'],
    'home',
    'transfer',
    'project-events',
    'subscriptions',
  ],
  'flag-serving': [
    'serving-metrics',
    'tally',
    'write-in-pieces',
    'protocol-settings',
    'source',
    'flag-set',
    'fallback',
    'positions',
    'authenticate',
    ['flags', ['channel', 'connection']],
    'decisions',
    ['applied', 'usage'],
    ['ofrep', 'edge-access', 'unleash'],
  ],
  usage: ['config', 'persistence', ['collect', 'read', 'retention']],
  'sdk-gateway': [
    'config',
    'in-time',
    'environment-flows',
    'metrics',
    'postgres',
    ['primary-check', 'restore-detection', 'shared-cache', 'notifications'],
    'flag-source',
    ['reports', 'health', 'routes'],
  ],
};
