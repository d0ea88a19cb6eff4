import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { makeSecrets } from '@burgee/launcher';
import { secretVariables } from './secret-variables.js';

/** Addresses with passwords in them. Operators with engines of their own add them to .env. */
const ADDRESSES = ['DATABASE_URL', 'REDIS_URL', 'NATS_URL'];

/** All that the chart may take from a Secret. */
export const secretNames = (): string[] => [...Object.keys(secretVariables(makeSecrets())), ...ADDRESSES];

/**
 * The Secret that the chart refers to, with what .env has, as `kubectl apply -f -` takes it. SDK_KEYS belong to an edge.
 * @throws when there is no such file
 */
export function kubernetesSecret(file: string): string {
  if (!existsSync(file))
    throw new Error(`There is no ${file} yet, which holds the secrets. It is made by: npm run env`);
  const env = parseEnv(readFileSync(file, 'utf8'));
  const names = [...secretNames(), 'SDK_KEYS'].filter((name) => env[name]);
  const stringData = Object.fromEntries(names.map((name) => [name, env[name]]));
  return JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'burgee' }, stringData }, null, 2);
}
