import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readLockFile } from './read-lock-file.js';

/** Licenses compatible with Apache-2.0 for unmodified dependencies. */
const ACCEPTED = new Set([
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  // Only elkjs, which draws the guide's diagrams in the build.
  'EPL-2.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // Fonts: the build puts the license text next to them.
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** They name MIT in a form that package-lock.json does not take over. */
const MIT_IN_AN_OLD_FORM = ['node_modules/passport-strategy', 'node_modules/pause'];
/** Their LICENSE files are Apache-2.0, and their manifests name none. */
const APACHE_BY_FILE = ['node_modules/@openfeature/ofrep-core', 'node_modules/@openfeature/ofrep-provider'];

const FETCHED = readLockFile();
const MANIFEST = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> };
const npmrc = readFileSync('.npmrc', 'utf8').split('\n');
const foldersOf = (some: typeof FETCHED) => some.map(({ folder }) => folder);

describe('S49 what npm installs', () => {
  it('has an accepted license', () => {
    expect(FETCHED.length).toBeGreaterThan(100);
    expect(foldersOf(FETCHED.filter(({ license }) => !ACCEPTED.has(license ?? '')))).toEqual([
      ...APACHE_BY_FILE,
      ...MIT_IN_AN_OLD_FORM,
    ]);
  });

  it.each(APACHE_BY_FILE)('%s has the Apache license as its file', (folder) => {
    expect(readFileSync(`${folder}/LICENSE`, 'utf8')).toMatch(/^\s*Apache License\s+Version 2\.0/);
  });

  it('has a pinned hash', () => {
    expect(foldersOf(FETCHED.filter(({ integrity }) => !integrity?.startsWith('sha512-')))).toEqual([]);
  });

  it('comes from the configured registry: the lock file names no registry and no other source', () => {
    expect(foldersOf(FETCHED.filter(({ resolved }) => resolved !== undefined))).toEqual([]);
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "[^"]*:/);
    expect(npmrc).toContain('omit-lockfile-registry-resolved=true');
  });

  it('runs no script, and each package that has one is named as allowed or not', () => {
    expect(npmrc).toContain('ignore-scripts=true');
    const withScripts = FETCHED.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(Object.keys(MANIFEST.allowScripts).toSorted()).toEqual(withScripts.toSorted());
  });

  it('is installed without scripts wherever the repository installs it', () => {
    for (const file of ['tools/bootstrap.mjs', 'deploy/Dockerfile']) {
      const text = readFileSync(file, 'utf8');
      const installs = text.match(/\bnpm(?: |', \[')(?:ci|install)\b.*/g) ?? [];
      expect(installs).not.toEqual([]);
      expect(installs.filter((one) => !one.includes('--ignore-scripts'))).toEqual([]);
    }
  });
});
