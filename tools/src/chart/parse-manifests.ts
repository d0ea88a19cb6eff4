import { parseAllDocuments } from 'yaml';

export interface EnvEntry {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}

interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: object;
  exec?: object;
}

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: EnvEntry[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: Record<string, unknown>;
  resources?: { limits?: Record<string, string>; requests?: Record<string, string> };
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

export interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  securityContext?: Record<string, unknown>;
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  terminationGracePeriodSeconds?: number;
  volumes?: Record<string, unknown>[];
}

export interface Pod {
  labels: Record<string, string>;
  spec: PodSpec;
}

/** An object of Kubernetes, as far as it is the same for all. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  // The rest is another for each kind.
  // oxlint-disable-next-line typescript/no-explicit-any
  spec: any;
}

/** What is rendered, object by object. */
export const parseManifests = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => (document.toJS() as Manifest | null) ?? []);

/** The pods of a manifest, by the name of what makes them. */
export function podsOf(manifests: readonly Manifest[]): [string, Pod][] {
  return manifests.flatMap(({ kind, metadata, spec }): [string, Pod][] => {
    if (kind === 'Pod') return [[`${kind} ${metadata.name}`, { labels: metadata.labels, spec }]];
    if (!['Deployment', 'StatefulSet', 'Job'].includes(kind)) return [];
    return [[`${kind} ${metadata.name}`, { labels: spec.template.metadata.labels, spec: spec.template.spec }]];
  });
}
