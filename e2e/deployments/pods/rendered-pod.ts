import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

interface EnvEntry {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { key: string } };
}

/** A pod as far as a process needs it. */
export interface RenderedPod {
  command: string[];
  env: EnvEntry[];
  graceSeconds: number;
  readinessPath: string;
  livenessPath: string;
}

interface Container {
  command: string[];
  env: EnvEntry[];
  readinessProbe?: { httpGet?: { path: string } };
  livenessProbe?: { httpGet?: { path: string } };
}

interface Workload {
  kind: string;
  metadata: { labels: Record<string, string> };
  spec: { template: { spec: { terminationGracePeriodSeconds?: number; containers: [Container] } } };
}

const LABEL = 'app.kubernetes.io/component';

/** The pod of one component, of what the chart renders for a set of values. */
export function renderedPod(values: string, component: string): RenderedPod {
  const text = readFileSync(`tools/fixtures/chart/${values}.yaml`, 'utf8');
  const workloads = parseAllDocuments(text).map((document) => document.toJS() as Workload);
  const workload = workloads.find(
    ({ kind, metadata }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind) && metadata.labels[LABEL] === component,
  );
  if (!workload) throw new Error(`The chart renders no ${component} for ${values}.`);
  const { terminationGracePeriodSeconds = 30, containers } = workload.spec.template.spec;
  const [{ command, env, readinessProbe, livenessProbe }] = containers;
  return {
    command,
    env,
    graceSeconds: terminationGracePeriodSeconds,
    readinessPath: readinessProbe?.httpGet?.path ?? '',
    livenessPath: livenessProbe?.httpGet?.path ?? '',
  };
}

/**
 * The variables as a kubelet makes them: keys of the Secret, and what stands before filled in.
 * @param changes what leads elsewhere here than in a cluster
 */
export function variablesOf(
  { env }: RenderedPod,
  secret: Record<string, string>,
  changes: (value: string) => string,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { name, value, valueFrom } of env) {
    const text = valueFrom ? secret[valueFrom.secretKeyRef.key] : value;
    if (text === undefined) throw new Error(`The Secret lacks the value of ${name}.`);
    variables[name] = changes(text.replaceAll(/\$\((\w+)\)/g, (all, part: string) => variables[part] ?? all));
  }
  return variables;
}
