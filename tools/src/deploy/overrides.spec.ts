import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

type Services = Record<string, { environment?: Record<string, string>; extends?: { service: string } } | null>;

// Compose's own tags: what follows takes the place of what the first file says, or removes it.
const customTags = ['!override', '!reset'].flatMap((tag) =>
  (['map', 'seq', undefined] as const).map((collection) => ({
    tag,
    ...(collection && { collection }),
    resolve: (value: unknown) => value,
  })),
);

const servicesOf = (text: string) =>
  (parse(text, { merge: true, customTags: customTags as never }) as { services: Services }).services;

const base = servicesOf(readFileSync('docker-compose.yml', 'utf8'));
const documented = readFileSync('docs/deploy.md', 'utf8') + readFileSync('.env.example', 'utf8');

describe.each(['replicas', 'external', 'ipv6'])('deploy/compose.%s.yml', (name) => {
  const text = readFileSync(`deploy/compose.${name}.yml`, 'utf8');
  const services = Object.entries(servicesOf(text));

  it('changes services that there are, or adds replicas of them', () => {
    const unknown = services.filter(([service, own]) => !(own?.extends?.service ?? service in base));
    expect(unknown).toEqual([]);
  });

  it('sets what those services know', () => {
    const listening = ['HOST', 'OPS_HOST'];
    for (const [service, own] of services) {
      const known = Object.keys(base[own?.extends?.service ?? service]?.environment ?? {});
      expect([...known, ...listening]).toEqual(expect.arrayContaining(Object.keys(own?.environment ?? {})));
    }
  });

  it('names no variable that docs/deploy.md does not', () => {
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, variable = '']) => variable);
    expect(used.filter((variable) => !documented.includes(variable))).toEqual([]);
  });

  it('brings no image', () => expect(text).not.toMatch(/^\s*image:/m));

  it('is in docs/deploy.md', () => expect(documented).toContain(`deploy/compose.${name}.yml`));
});

it('every container has a limit of memory, and logs that are rotated', () => {
  const without = Object.entries(base).filter(
    ([, service]) => !('mem_limit' in Object(service)) || !('logging' in Object(service)),
  );
  expect(without.map(([name]) => name)).toEqual([]);
});
