import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, ManagedProcess } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { stringify } from 'yaml';
import { type KubernetesPrograms, kwokStages } from './build-kubernetes.js';

const execute = promisify(execFile);

const READY_WITHIN_MILLISECONDS = 120_000;
const ZONES = ['north', 'south', 'west'];

/** Nodes that kwok simulates, one per zone, and volumes to claim. */
const CLUSTER = [
  ...ZONES.map((zone) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `node-${zone}`,
      annotations: { 'kwok.x-k8s.io/node': 'fake' },
      labels: {
        'kubernetes.io/hostname': `node-${zone}`,
        'kubernetes.io/os': 'linux',
        'topology.kubernetes.io/zone': zone,
      },
    },
    status: { allocatable: { cpu: '32', memory: '128Gi', pods: '110', 'ephemeral-storage': '100Gi' } },
  })),
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'by-hand', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: 'kubernetes.io/no-provisioner',
  },
  ...ZONES.map((zone) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `volume-${zone}` },
    spec: {
      capacity: { storage: '50Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'by-hand',
      hostPath: { path: '/var/lib/volume' },
    },
  })),
];

type Flags = Record<string, string | number | boolean>;

/** An API server with its controllers and scheduler, on loopback, and nodes that run no container. */
export interface ControlPlane {
  /** The file that kubectl and Helm read. */
  kubeconfig: string;
  /** @returns what kubectl prints @throws what it complains about */
  kubectl: (...words: string[]) => Promise<string>;
  stop: () => Promise<void>;
}

function writeKubeconfig(path: string, server: string, token: string): void {
  const text = stringify({
    apiVersion: 'v1',
    kind: 'Config',
    // The API server signs its own certificate.
    clusters: [{ name: 'local', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'local', context: { cluster: 'local', user: 'admin' } }],
    'current-context': 'local',
  });
  writeFileSync(path, text, { mode: 0o600 });
}

/** @param folder an empty one, for its files */
export async function startControlPlane(programs: KubernetesPrograms, folder: string): Promise<ControlPlane> {
  const path = (name: string) => join(folder, name);
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const [etcdUrl, peerUrl] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
  const token = randomUUID();
  const kubeconfig = path('kubeconfig');
  writeKubeconfig(kubeconfig, `https://127.0.0.1:${port}`, token);
  writeFileSync(path('tokens.csv'), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(path('accounts.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  writeFileSync(path('accounts.pub'), publicKey.export({ type: 'spki', format: 'pem' }));

  const kubectl = async (...words: string[]) => {
    const { stdout } = await execute(programs.kubectl, ['--kubeconfig', kubeconfig, ...words], {
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  };
  const started: ManagedProcess[] = [];
  const stop = async () => {
    for (const one of started.toReversed()) await one.stop();
  };
  const start = async (name: keyof KubernetesPrograms, flags: Flags, isReady: () => Promise<unknown>) => {
    const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
    const spec = { name, command: programs[name], args, logFile: path(`${name}.log`), stopSignal: 'SIGTERM' as const };
    const ready = async () => void (await eventually(isReady, READY_WITHIN_MILLISECONDS));
    const one = new ManagedProcess({ ...spec, ready }, { restart: false });
    started.push(one);
    await one.start();
  };
  try {
    const etcd = {
      'data-dir': path('etcd'),
      'unsafe-no-fsync': true,
      'log-level': 'warn',
      'listen-client-urls': etcdUrl,
      'advertise-client-urls': etcdUrl,
      'listen-peer-urls': peerUrl,
      'initial-advertise-peer-urls': peerUrl,
      'initial-cluster': `default=${peerUrl}`,
    };
    await start('etcd', etcd, async () => {
      if (!(await fetch(`${etcdUrl}/health`)).ok) throw new Error('etcd is not ready.');
    });
    const apiServer = {
      'etcd-servers': etcdUrl,
      'bind-address': '127.0.0.1',
      'secure-port': port,
      'cert-dir': path('certificates'),
      'token-auth-file': path('tokens.csv'),
      'authorization-mode': 'RBAC',
      'service-cluster-ip-range': '10.96.0.0/16',
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-key-file': path('accounts.pub'),
      'service-account-signing-key-file': path('accounts.key'),
    };
    await start('kube-apiserver', apiServer, () => kubectl('get', '--raw', '/readyz'));
    const alone = { kubeconfig, 'leader-elect': false, 'secure-port': 0 };
    const controllers = { ...alone, 'service-account-private-key-file': path('accounts.key') };
    // They make an account for each namespace.
    await start('kube-controller-manager', controllers, () => kubectl('get', 'serviceaccount', 'default'));
    writeFileSync(path('cluster.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: CLUSTER }));
    await kubectl('create', '--filename', path('cluster.json'));
    writeFileSync(path('stages.yaml'), await kwokStages());
    await start('kwok', { kubeconfig, config: path('stages.yaml'), 'manage-all-nodes': true }, () =>
      kubectl('wait', 'node', '--all', '--for=condition=Ready', '--timeout=1s'),
    );
    await start('kube-scheduler', alone, async () => {
      if (!existsSync(path('kube-scheduler.log'))) throw new Error('The scheduler has not begun.');
    });
    return { kubeconfig, kubectl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
