import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parseManifests, podsOf } from '../chart/parse-manifests.js';
import { renderCases } from '../chart/render-chart.js';
import { kubernetesSecret } from '@burgee/launcher/secrets';
import { readEnvFile, writeEnvFile } from './env-file.js';

describe('npm run env -- --kubernetes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-secret-'));
  const file = join(folder, '.env');
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  beforeAll(() => writeEnvFile(file));
  afterAll(() => {
    log.mockRestore();
    rmSync(folder, { recursive: true });
  });
  const secret = () =>
    JSON.parse(kubernetesSecret(readEnvFile(file))) as { stringData: Record<string, string>; metadata: object };

  it('prints the secrets of .env, the same each time', () => {
    expect(secret().stringData).toEqual(parseEnv(readFileSync(file, 'utf8')));
    expect(secret()).toEqual(secret());
  });

  it('has every key that the chart refers to when it begins, and for edges, in the Secret of that name', () => {
    const goldens = renderCases('.').filter(({ name }) => ['trying', 'edge-only'].includes(name));
    const pods = goldens.flatMap(({ golden }) => podsOf(parseManifests(readFileSync(golden, 'utf8'))));
    const env = pods.flatMap(([, { spec }]) => spec.containers.flatMap(({ env = [] }) => env));
    const references = env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
    expect(references.length).toBeGreaterThan(20);
    const { stringData, metadata } = secret();
    expect(new Set(references.map(({ key }) => key))).toEqual(new Set(Object.keys(stringData)));
    for (const { name } of references) expect(metadata).toEqual({ name });
  });

  it('takes addresses of engines along, and no other setting', () => {
    appendFileSync(file, "DATABASE_URL='postgres://a:b@c/burgee'\nBURGEE_HOST='0.0.0.0'\n");
    expect(secret().stringData).toHaveProperty('DATABASE_URL', 'postgres://a:b@c/burgee');
    expect(secret().stringData).not.toHaveProperty('BURGEE_HOST');
  });

  it('says how to make what it prints, where it is not yet', () => {
    expect(() => readEnvFile(join(folder, 'nothing'))).toThrow('npm run env');
  });
});
