import type { DocumentedSetting } from '../deploy/documented-settings.js';
import { secretNames } from '@burgee/launcher/secrets';
import { componentSchemas } from './component-schemas.js';
import { CONTROLLERS } from './controllers.js';
import {
  closed,
  flag,
  listOf,
  type Schema,
  secretKey,
  someMap,
  someObjects,
  text,
  textMap,
  wholeNumber,
} from './schema-parts.js';

const somePorts: Schema = { ...listOf({ type: 'integer', minimum: 1, maximum: 65_535 }), minItems: 1 };
const external = {
  tls: closed({ secretName: text, ca: text, cert: text, key: text }),
  ports: somePorts,
  peers: someObjects,
};
const engine = { image: { ...text, minLength: 1 }, resources: someMap };
/** Host, port and database, without a user; a socket's host is a parameter. */
const databaseAddress = { type: 'string', pattern: '^([^@/ ]*/[^@/? ]+(\\?.*)?)?$' };
/** Hosts and ports, without a scheme or user. */
const engineAddress = { type: 'string', pattern: '^[^@/ ]*$' };

const top: Record<string, Schema> = {
  // What a chart that has this one as a part may say.
  global: someMap,
  nameOverride: text,
  fullnameOverride: text,
  image: closed({
    repository: { ...text, minLength: 1 },
    tag: text,
    digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
    pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
    pullSecrets: listOf(text),
  }),
  secrets: closed({
    existingSecret: { ...text, minLength: 1 },
    references: closed(Object.fromEntries(secretNames().map((name) => [name, secretKey]))),
  }),
  migrate: closed({ enabled: flag, activeDeadlineSeconds: wholeNumber(1), resources: someMap }),
  databaseExternal: closed({ address: databaseAddress, addressDirect: databaseAddress, ...external }),
  redisExternal: closed({ address: engineAddress, ...external }),
  natsExternal: closed({ address: engineAddress, credsSecret: text, ...external }),
  devEngines: closed({
    enabled: flag,
    postgres: closed({ ...engine, size: text, storageClassName: text }),
    redis: closed(engine),
    nats: closed(engine),
  }),
  hosts: closed({ app: text, sdk: text, edge: text }),
  ingress: closed({
    enabled: flag,
    className: text,
    controller: { enum: CONTROLLERS },
    annotations: textMap,
    tlsSecret: text,
  }),
  gateway: closed({ enabled: flag, parentRefs: someObjects, annotations: textMap, timeouts: flag }),
  networkPolicy: closed({
    enabled: flag,
    clients: closed({ apiGateway: someObjects, sdkGateway: someObjects, edge: someObjects }),
    monitoring: someObjects,
    dns: someObjects,
    webhooks: closed({ ports: somePorts, peers: someObjects }),
    issuers: closed({ ports: somePorts, peers: someObjects }),
    smtp: closed({ ports: somePorts, peers: someObjects }),
    traces: closed({ ports: somePorts, peers: someObjects }),
  }),
  serviceAccount: closed({ create: flag, name: text, annotations: textMap }),
  serviceMonitor: closed({ enabled: flag, interval: { type: 'string', pattern: '^\\d+[smh]$' }, labels: textMap }),
  prometheusRule: closed({ enabled: flag, labels: textMap }),
  dashboards: closed({ enabled: flag, labels: textMap }),
  tests: closed({ enabled: flag }),
  extraObjects: listOf({ type: ['object', 'string'] }),
};

/** The chart's `values.schema.json`. @param settingsOf the settings that `env` of a service takes */
export function valuesSchema(settingsOf: (service: string) => readonly DocumentedSetting[]): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: 'Generated. To generate it again: node tools/dist/deploy/write-engine-files.js',
    ...closed({ ...top, ...componentSchemas(settingsOf) }),
  };
}
