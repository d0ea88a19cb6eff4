import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { publishable } from '../package/publishable.js';
import { BURGEE_VERSION } from '@burgee/process-kit';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { version: string };
const headings = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

it('the lock file and burgee_build_info have the version of package.json', () => {
  expect([lock.version, BURGEE_VERSION]).toEqual([version, version]);
});

it('the packages, the commands among them, have the version of the services', () => {
  const versions = publishable('.').map(({ manifest }) => [manifest.name, manifest.version]);
  expect(versions.length).toBeGreaterThan(5);
  expect(versions.filter(([, own]) => own !== version)).toEqual([]);
});

it('the changelog begins with what is not released, or with the version of package.json', () => {
  expect(['Unreleased', version]).toContain(headings[0]?.split(' - ')[0]?.replaceAll(/[[\]]/g, ''));
});
