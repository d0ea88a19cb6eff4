import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Manifest, parseManifests, type PodSpec, podsOf } from './parse-manifests.js';
import { renderCases, sourcesLine } from './render-chart.js';

/** For the requests that are under way when a process stops listening. */
const LAST_ANSWERS_SECONDS = 10;
const MEBIBYTES = { Mi: 1, Gi: 1_024 };

const cases = renderCases('.').map((one) => ({ ...one, text: readFileSync(one.golden, 'utf8') }));

function mebibytes(quantity = ''): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * MEBIBYTES[unit as keyof typeof MEBIBYTES];
}

describe.each(cases)('what the chart renders for $name', (one) => {
  const manifests = parseManifests(one.text);
  const pods = podsOf(manifests);
  const ofKind = (wanted: string) => manifests.filter(({ kind }) => kind === wanted);
  const containers = pods.flatMap(([pod, { spec }]) =>
    [...spec.containers, ...(spec.initContainers ?? [])].map(
      (container) => [`${container.name} of ${pod}`, container] as const,
    ),
  );
  const services = pods.filter(([, { labels }]) => labels['app.kubernetes.io/name'] === 'burgee');

  it('is of the sources as they are; if not: node tools/burgee.mjs chart', () => {
    expect(one.text.split('\n', 1)[0]).toBe(sourcesLine('.', one));
  });

  it('has a name for each object once', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(pods)('%s is not root, has no token, and none of the variables that Kubernetes adds', (_name, { spec }) => {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(spec.securityContext?.runAsUser).toBeGreaterThan(0);
    expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
  });

  it.each(pods)('%s mounts nothing of its node', (_name, { spec }) => {
    const kinds = (spec.volumes ?? []).flatMap((volume) => Object.keys(volume)).filter((key) => key !== 'name');
    expect(new Set(['emptyDir', 'secret', 'configMap', ...kinds])).toEqual(
      new Set(['emptyDir', 'secret', 'configMap']),
    );
  });

  it.each(containers)('%s has no capability, writes to no image, and gains no privilege', (_name, container) => {
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it.each(containers)('%s has limits of memory and processor, and requests', (_name, { resources }) => {
    for (const some of [resources?.limits, resources?.requests])
      expect(some).toEqual({ cpu: expect.any(String), memory: expect.stringMatching(/^\d+[MG]i$/) });
    expect(mebibytes(resources?.limits?.memory)).toBeGreaterThanOrEqual(mebibytes(resources?.requests?.memory));
  });

  it.each(containers)('%s is of one version', (_name, { image }) => {
    expect(image).toMatch(/^[\w./-]+(:\d+\.\d+(\.\d+)?(-[a-z]+)?|@sha256:[0-9a-f]{64})$/);
  });

  it.each(services)('%s is restarted and routed to as its internal port says, which opens first', (_name, { spec }) => {
    const [container] = spec.containers;
    expect(container?.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'ops' });
    expect(container?.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'ops' });
    const ports = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, Number(value)]));
    expect(container?.ports).toEqual([
      { name: 'http', containerPort: ports.PORT },
      { name: 'ops', containerPort: ports.OPS_PORT },
    ]);
  });

  it.each(services)('%s is killed no sooner than it has stopped by itself', (_name, { spec }) => {
    const env = new Map(spec.containers[0]?.env?.map(({ name, value }) => [name, Number(value)]));
    const { SHUTDOWN_DELAY_SECONDS: delay = NaN, STREAM_DRAIN_SECONDS: drain = 0 } = Object.fromEntries(env);
    expect(delay).toBeGreaterThanOrEqual(5);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + drain + LAST_ANSWERS_SECONDS);
  });

  it('has a budget and replicas that fit: one pod at a time may be moved', () => {
    for (const { spec } of ofKind('PodDisruptionBudget'))
      expect(spec).toMatchObject({ maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' });
  });

  it('gives serving pods the memory for flags and streams that docs/operate/kubernetes.md counts', () => {
    for (const [, { spec }] of services) {
      const [container] = spec.containers;
      if (!container?.env?.some(({ name }) => name === 'LAST_KNOWN_GOOD_DIR')) continue;
      const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      const flags = Number(env.FLAG_MEMORY_MB ?? 256) * Number(env.WORKERS ?? 1);
      const streams = (Number(env.STREAMS_AT_MOST ?? 20_000) * 17) / 1_024;
      expect(mebibytes(container.resources?.limits?.memory)).toBeGreaterThanOrEqual(2 * flags + streams + 150);
    }
  });

  it('keeps what was served last on a volume, one for each pod', () => {
    const kept = manifests.filter(({ spec }) => JSON.stringify(spec?.template ?? '').includes('LAST_KNOWN_GOOD_DIR'));
    const volumes = kept.map(({ kind, spec }) => {
      const pod: PodSpec = spec.template.spec;
      const path = pod.containers[0]?.env?.find(({ name }) => name === 'LAST_KNOWN_GOOD_DIR')?.value;
      const mounted = pod.containers[0]?.volumeMounts?.find(({ mountPath }) => mountPath === path)?.name;
      const claims: Manifest[] = spec.volumeClaimTemplates ?? [];
      return kind === 'StatefulSet'
        ? claims.find(({ metadata }) => metadata.name === mounted)?.spec.accessModes
        : pod.volumes?.find(({ name }) => name === mounted)?.emptyDir;
    });
    const inPod = { sizeLimit: expect.stringMatching(/^\dGi$/) };
    expect(volumes).toEqual(kept.map(({ kind }) => (kind === 'StatefulSet' ? ['ReadWriteOnce'] : inPod)));
  });

  it('scales what there is, and says nowhere else how many there are', () => {
    const targets = ofKind('HorizontalPodAutoscaler').map(({ spec }) =>
      manifests.find(
        ({ kind, metadata }) => kind === spec.scaleTargetRef.kind && metadata.name === spec.scaleTargetRef.name,
      ),
    );
    for (const target of targets)
      expect(target?.spec).toEqual(expect.not.objectContaining({ replicas: expect.anything() }));
    expect(targets).not.toContain(undefined);
  });

  it('has a budget for pods that there are', () => {
    for (const { spec } of ofKind('PodDisruptionBudget'))
      expect(services.map(([, { labels }]) => labels)).toContainEqual(
        expect.objectContaining(spec.selector.matchLabels),
      );
  });
});

it('the chart is rendered for a cluster without anything, engines of one’s own, a Gateway, an edge, and a large estate', () => {
  expect(cases.map(({ name }) => name)).toEqual(['edge-only', 'estate', 'gateway-api', 'own-engines', 'trying']);
});
