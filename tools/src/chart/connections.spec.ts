import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { documentedSettings } from '../deploy/documented-settings.js';
import { type EnvEntry, parseManifests, podsOf } from './parse-manifests.js';
import { renderCases } from './render-chart.js';

const PART = 'app.kubernetes.io/component';
const INSTANCE = 'app.kubernetes.io/instance';
/** Which pod calls which, and at which port. Only the api-gateway calls services, and only clients call it. */
const CALLS = [
  'api-gateway → auth:7100',
  'api-gateway → flags-admin:7101',
  'api-gateway → audit:7102',
  'api-gateway → usage:7106',
  'api-gateway → sdk-gateway:8081',
];
const ENGINES = { DATABASE_URL: 'postgres:5432', REDIS_URL: 'redis:6379', NATS_URL: 'nats:4222' };
const SERVICES = ['api-gateway', 'auth', 'flags-admin', 'audit', 'usage', 'sdk-gateway'];

const read = (name: string) => {
  const one = renderCases('.').find((other) => other.name === name);
  return parseManifests(readFileSync(one?.golden ?? '', 'utf8'));
};

interface Peer {
  podSelector?: { matchLabels: Record<string, string> };
  ipBlock?: { cidr: string; except?: string[] };
}

interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports: { port: number; protocol: string }[];
}

interface ServiceSpec {
  selector: Record<string, string>;
  ports: { port: number; targetPort: string }[];
}

/** Whether anybody may reach it. */
const isOpen = ({ ingress }: { ingress: Rule[] }) => ingress.some(({ from }) => !from);

/** The connections between pods that the policies allow, read from the egress or the ingress side. */
function allowed(name: string, side: 'ingress' | 'egress'): string[] {
  const policies = read(name).filter(({ kind }) => kind === 'NetworkPolicy');
  const lines = policies.flatMap(({ spec }) => {
    const own = spec.podSelector.matchLabels[PART];
    return (spec[side] as Rule[]).flatMap(({ from, to, ports }) =>
      (from ?? to ?? []).flatMap(({ podSelector }) => {
        const other = podSelector?.matchLabels[PART];
        if (other === undefined) return [];
        const [caller, callee] = side === 'egress' ? [own, other] : [other, own];
        return ports.map(({ port }) => `${caller} → ${callee}:${port}`);
      }),
    );
  });
  return lines.toSorted();
}

const toEngines = SERVICES.flatMap((service) => {
  const settings = new Set(documentedSettings(service).map(({ name }) => name));
  return Object.entries(ENGINES).flatMap(([name, engine]) => (settings.has(name) ? [`${service} → ${engine}`] : []));
});
const TESTED = ['test → api-gateway:8080', 'test → sdk-gateway:8081'];

describe('with engines inside, exactly these connections are allowed', () => {
  const expected = [...CALLS, ...toEngines, 'migrate → postgres:5432'];

  it('allow egress from the calling pods', () => {
    expect(allowed('trying', 'egress')).toEqual([...expected, ...TESTED].toSorted());
  });

  it('allow ingress to the called pods, and from all clients to the gateways', () => {
    const open = read('trying').filter(({ kind, spec }) => kind === 'NetworkPolicy' && isOpen(spec));
    expect(open.map(({ metadata }) => metadata.name)).toEqual(['burgee-api-gateway', 'burgee-sdk-gateway']);
    expect(allowed('trying', 'ingress')).toEqual(expected.filter((line) => !line.includes('→ sdk-gateway')).toSorted());
  });
});

it('with an edge, and clients of the gateways that are named, these and the test reach them', () => {
  expect(allowed('estate', 'ingress')).toEqual([...CALLS, 'edge → sdk-gateway:8081', ...TESTED].toSorted());
  const open = read('estate').filter(({ kind, spec }) => kind === 'NetworkPolicy' && isOpen(spec));
  expect(open.map(({ metadata }) => metadata.name)).toEqual(['burgee-edge']);
});

it.each(['trying', 'own-engines', 'estate', 'edge-only'])(
  'of %s, every pod has a policy of its own, in both directions',
  (name) => {
    const manifests = read(name);
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    const selected = policies.map(({ spec }) => spec.podSelector.matchLabels);
    for (const [, { labels }] of podsOf(manifests)) {
      const fitting = selected.filter((wanted) =>
        Object.entries(wanted).every(([key, value]) => labels[key] === value),
      );
      expect(fitting).toHaveLength(1);
      expect(fitting[0][INSTANCE]).toBe('burgee');
    }
    for (const { spec } of policies) expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
  },
);

it('lets flags-admin and auth alone out, to public addresses, where webhooks and issuers are', () => {
  const out = read('trying')
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .flatMap(({ spec }) =>
      (spec.egress as Rule[])
        .filter(({ to }) => to?.some(({ ipBlock }) => ipBlock?.cidr.endsWith('/0')))
        .map(({ to, ports }) => ({ from: spec.podSelector.matchLabels[PART], to, ports })),
    );
  const rule = {
    to: [
      {
        ipBlock: {
          cidr: '0.0.0.0/0',
          except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
        },
      },
      { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } },
    ],
    ports: [{ protocol: 'TCP', port: 443 }],
  };
  expect(out).toHaveLength(2);
  expect(out).toEqual(expect.arrayContaining(['auth', 'flags-admin'].map((from) => ({ from, ...rule }))));
});

it('lets auth alone out to the mail server that values name', () => {
  const policies = read('estate').filter(({ kind }) => kind === 'NetworkPolicy');
  const toMail = policies.filter(({ spec }) => JSON.stringify(spec.egress).includes('10.20.2.0/24'));
  expect(toMail.map(({ spec }) => spec.podSelector.matchLabels[PART])).toEqual(['auth']);
  expect(toMail[0]?.spec.egress).toContainEqual({
    to: [{ ipBlock: { cidr: '10.20.2.0/24' } }],
    ports: [{ protocol: 'TCP', port: 587 }],
  });
});

it('gives NATS inside every password that its configuration names', () => {
  const configuration = readFileSync('deploy/helm/burgee/files/nats.conf', 'utf8');
  const wanted = [...configuration.matchAll(/\$(NATS_PASSWORD_\w+)/g)].map(([, name]) => name);
  const [, nats] = podsOf(read('trying')).find(([name]) => name.endsWith('-nats')) ?? [];
  const given = nats?.spec.containers[0]?.env?.map(({ name }: EnvEntry) => name) ?? [];
  expect(wanted).toContain('NATS_PASSWORD_AUTH');
  expect(given.filter((name: string) => name.startsWith('NATS_'))).toEqual(wanted);
});

it('reach internal ports from monitoring alone', () => {
  for (const { spec } of read('estate').filter(({ kind }) => kind === 'NetworkPolicy'))
    for (const { from = [], ports } of spec.ingress as Rule[]) {
      if (!ports.some(({ port }) => port >= 7_150 && port <= 7_199)) continue;
      expect(from).toEqual([{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }]);
    }
});

describe.each(renderCases('.'))('of $name', ({ golden }) => {
  const manifests = parseManifests(readFileSync(golden, 'utf8'));
  const pods = podsOf(manifests);
  const ports = new Map(
    manifests
      .filter(({ kind }) => kind === 'Service')
      .flatMap(({ metadata, spec }) =>
        (spec as ServiceSpec).ports.map(({ port }): [string, ServiceSpec] => [`${metadata.name}:${port}`, spec]),
      ),
  );

  it('every address inside leads to a Service that there is', () => {
    const values = pods.flatMap(([, { spec }]) =>
      spec.containers.flatMap(({ env = [] }) => env.map(({ value = '' }) => value)),
    );
    const inside = values.flatMap((value) => value.match(/\b(burgee|flags)-[a-z-]+:\d+/g) ?? []);
    expect(inside.filter((address) => !ports.has(address))).toEqual([]);
  });

  it('every Service leads to pods, at a port that they have', () => {
    for (const spec of ports.values()) {
      const fitting = pods.filter(([, { labels }]) =>
        Object.entries(spec.selector).every(([key, value]) => labels[key] === value),
      );
      expect(fitting.length).toBeGreaterThan(0);
      for (const [, pod] of fitting)
        expect(pod.spec.containers[0]?.ports?.map(({ name }) => name)).toContain(spec.ports[0]?.targetPort);
    }
  });
});

const isFilledIn = ({ value }: EnvEntry) => [...(value ?? '').matchAll(/\$\((\w+)\)/g)].map(([, name]) => name);

describe.each(['trying', 'own-engines', 'estate', 'gateway-api', 'edge-only'])('the settings of %s', (name) => {
  const services = podsOf(read(name)).filter(([, { labels }]) => labels['app.kubernetes.io/name'] === 'burgee');

  it.each(services)('%s gets all the settings that its process reads, and no others', (_pod, { labels, spec }) => {
    const env = spec.containers[0]?.env ?? [];
    const names = new Set(env.map((entry) => entry.name));
    expect(names.size).toBe(env.length);
    const settings = [...documentedSettings('Every service'), ...documentedSettings(labels[PART] ?? '')];
    const known = settings.flatMap((setting) => [setting.name, `${setting.name}_FILE`]);
    const explained = new Set([...known, ...env.flatMap(isFilledIn)]);
    expect([...names].filter((one) => !explained.has(one))).toEqual([]);
    const needed = settings.filter(({ isRequired }) => isRequired).map((setting) => setting.name);
    expect(needed.filter((one) => !names.has(one) && !names.has(`${one}_FILE`))).toEqual([]);
  });

  it.each(services)('%s gets the variables of an address before the address', (_pod, { spec }) => {
    const env = spec.containers[0]?.env ?? [];
    env.forEach((entry, index) => {
      const before = new Set(env.slice(0, index).map((other) => other.name));
      expect(isFilledIn(entry).filter((part) => !before.has(part ?? ''))).toEqual([]);
    });
  });

  it.each(services)('%s has each file that a setting names', (_pod, { spec }) => {
    const files = (spec.containers[0]?.env ?? []).filter((entry) => entry.name.endsWith('_FILE'));
    const folders = new Set((spec.containers[0]?.volumeMounts ?? []).map(({ mountPath }) => mountPath));
    const missing = files.filter(({ value = '' }) => !folders.has(value.slice(0, value.lastIndexOf('/'))));
    expect(missing).toEqual([]);
  });

  it.each(services)('%s runs the app that it is named after', (_pod, { labels, spec }) => {
    expect(spec.containers[0]?.command).toEqual(['node', `apps/${labels[PART]}/dist/main.js`]);
  });
});
