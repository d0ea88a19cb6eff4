import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readLockFile } from './read-lock-file.js';
import { makeSbom, writeCycloneDx } from './sbom.js';

describe('S49 the list of what is in a release', () => {
  it('is CycloneDX, names every package with its hash, and no registry', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'burgee-sbom-'));
    const file = join(folder, 'new', 'sbom.cdx.json');
    writeCycloneDx(await makeSbom(process.cwd()), file);
    const text = readFileSync(file, 'utf8');
    rmSync(folder, { recursive: true });
    const { bomFormat, components } = JSON.parse(text) as Awaited<ReturnType<typeof makeSbom>>;
    expect(bomFormat).toBe('CycloneDX');
    const hashed = components.filter(({ hashes = [] }) => hashes.some(({ alg }) => alg === 'SHA-512'));
    const listed = new Set(hashed.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))));
    const locked = readLockFile().map(({ name, version }) => `${name}@${version}`);
    expect(locked.length).toBeGreaterThan(100);
    expect(locked.filter((one) => !listed.has(one))).toEqual([]);
    expect(text.match(/https?:\/\/[^/"]+/g)).toEqual(['http://cyclonedx.org']);
  });
});
