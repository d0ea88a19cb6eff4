import { parseEnv } from 'node:util';
import { secretVariables } from './secret-variables.js';
import { makeSecrets } from './secrets.js';

/** Addresses with passwords in them. Operators with engines of their own add them to .env. */
const ADDRESSES = ['DATABASE_URL', 'REDIS_URL', 'NATS_URL'];

/** All that the chart may take from a Secret. */
export const secretNames = (): string[] => [...Object.keys(secretVariables(makeSecrets())), ...ADDRESSES];

/** The Secret that the chart refers to, with what a .env has, as `kubectl apply -f -` takes it. SDK_KEYS belong to an edge. */
export function kubernetesSecret(text: string): string {
  const env = parseEnv(text);
  const names = [...secretNames(), 'SDK_KEYS'].filter((name) => env[name]);
  const stringData = Object.fromEntries(names.map((name) => [name, env[name]]));
  return JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'burgee' }, stringData }, null, 2);
}
