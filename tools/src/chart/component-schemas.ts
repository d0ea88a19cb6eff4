import type { DocumentedSetting } from '../deploy/documented-settings.js';
import {
  closed,
  flag,
  type Schema,
  secretKey,
  someMap,
  someObjects,
  text,
  textMap,
  wholeNumber,
} from './schema-parts.js';

/** Services by their key in values.yaml. */
export const COMPONENTS: Record<string, string> = {
  apiGateway: 'api-gateway',
  auth: 'auth',
  flagsAdmin: 'flags-admin',
  audit: 'audit',
  usage: 'usage',
  sdkGateway: 'sdk-gateway',
  edge: 'edge',
};

/** Null takes a default of values.yaml away. */
function settingSchema({ default: value, choices }: DocumentedSetting): Schema {
  if (choices.length > 0) return { enum: [...choices, null] };
  if (value !== undefined && /^\d+$/.test(value)) return { type: ['integer', 'string', 'null'], pattern: '^\\d+$' };
  return { type: ['string', 'integer', 'null'] };
}

const envSchema = (settings: readonly DocumentedSetting[]): Schema =>
  closed(Object.fromEntries(settings.map((setting) => [setting.name, settingSchema(setting)])));

const scaling = { enabled: flag, minReplicas: wholeNumber(1), maxReplicas: wholeNumber(1), cpu: wholeNumber(1) };
const budget = { oneOf: [wholeNumber(1), { type: 'string', pattern: '^\\d+%$' }] };

/** What `common` takes, and each service too. */
const shared: Record<string, Schema> = {
  replicas: wholeNumber(0),
  host: text,
  shutdownDelaySeconds: wholeNumber(0),
  streamDrainSeconds: wholeNumber(0),
  extraEnv: someObjects,
  extraVolumes: someObjects,
  extraVolumeMounts: someObjects,
  hpa: closed(scaling),
  pdb: closed({ enabled: flag, maxUnavailable: budget }),
  service: closed({
    type: { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
    externalTrafficPolicy: { enum: ['Local', 'Cluster'] },
    annotations: textMap,
  }),
  resources: someMap,
  podSecurityContext: someMap,
  podAnnotations: textMap,
  podLabels: textMap,
  nodeSelector: textMap,
  tolerations: someObjects,
  affinity: someMap,
  topologySpreadConstraints: someObjects,
  priorityClassName: text,
};

const keeps: Record<string, Schema> = {
  hpa: closed({ ...scaling, streams: wholeNumber(0) }),
  lastKnownGood: closed({ persistent: flag, size: text, storageClassName: text }),
};

const own: Record<string, Record<string, Schema>> = {
  sdkGateway: keeps,
  edge: {
    ...keeps,
    upstreamUrls: text,
    sdkKeys: secretKey,
    upstreamCa: secretKey,
    tlsSecret: text,
    upstreamPorts: { type: 'array', minItems: 1, items: wholeNumber(1) },
    upstreamPeers: someObjects,
  },
};

/** The schemas of `common` and of each service. @param settingsOf the settings in `env` of a service, or common ones */
export function componentSchemas(
  settingsOf: (service: string) => readonly DocumentedSetting[],
): Record<string, Schema> {
  const components = Object.entries(COMPONENTS).map(([key, service]) => [
    key,
    closed({ enabled: flag, ...shared, ...own[key], env: envSchema(settingsOf(service)) }),
  ]);
  return { common: closed({ ...shared, env: envSchema(settingsOf('common')) }), ...Object.fromEntries(components) };
}
