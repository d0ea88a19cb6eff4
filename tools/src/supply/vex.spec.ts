import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { audit } from './audit.js';
import { makeSbom, type Sbom } from './sbom.js';
import { linkVex, readVex, type Vex, vexFaults, type VexStatement } from './vex.js';

const STATEMENT: VexStatement = {
  id: 'CVE-2026-0001',
  references: [{ id: 'GHSA-aaaa-bbbb-cccc', source: { name: 'GitHub Advisories' } }],
  affects: [{ ref: 'inner@1.2.3' }],
  analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: 'Burgee does not call merge().' },
};
const vexOf = (...vulnerabilities: VexStatement[]): Vex => ({ vulnerabilities });
const SBOM: Sbom = {
  bomFormat: 'CycloneDX',
  serialNumber: 'urn:uuid:50b69bf2-fd4f-800e-8522-43badebb14ca',
  version: 1,
  metadata: { component: { name: 'burgee' }, timestamp: '2026-11-30T00:00:00.000Z' },
  components: ['inner@1.2.3', '@scope/inner@1.2.3'].map((ref) => ({ 'bom-ref': ref, purl: `pkg:npm/${ref}` })),
};

describe('docs/vex.cdx.json', () => {
  it('justifies each statement, and is about packages in the SBOM', async () => {
    expect(vexFaults(readVex('.'), await makeSbom('.'))).toEqual([]);
  });

  it.each<[string, Partial<VexStatement>]>([
    ['inner@1.2.2 is not in the SBOM', { affects: [{ ref: 'inner@1.2.2' }] }],
    ['names no package', { affects: [] }],
    ['CycloneDX has no justification “unused”', { analysis: { ...STATEMENT.analysis, justification: 'unused' } }],
    ['no detail says why', { analysis: { ...STATEMENT.analysis, detail: '' } }],
    ['the state is in_triage, not not_affected', { analysis: { ...STATEMENT.analysis, state: 'in_triage' } }],
  ])('is refused when a statement has a fault: %s', (fault, change) => {
    expect(vexFaults(vexOf(STATEMENT), SBOM)).toEqual([]);
    expect(vexFaults(vexOf({ ...STATEMENT, ...change }), SBOM)).toEqual([`${STATEMENT.id}: ${fault}`]);
  });

  it('refers to the SBOM of its release', () => {
    const linked = linkVex(vexOf({ ...STATEMENT, affects: [{ ref: '@scope/inner@1.2.3' }] }), SBOM);
    expect(linked.vulnerabilities[0]?.affects).toEqual([
      { ref: 'urn:cdx:50b69bf2-fd4f-800e-8522-43badebb14ca/1#%40scope%2Finner%401.2.3' },
    ]);
  });
});

describe('node tools/burgee.mjs audit', () => {
  const ADVISORY = {
    id: 1,
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    title: 'merge() sets a prototype',
    severity: 'high',
    vulnerable_versions: '<2.0.0',
    cwe: [],
    cvss: { score: 7, vectorString: null },
  };
  let advisories: object | undefined;
  const registry = createServer((request, response) => {
    const isAudit = request.url?.endsWith('/advisories/bulk') && advisories;
    request.resume().on('end', () => response.writeHead(isAudit ? 200 : 404).end(JSON.stringify(advisories ?? {})));
  });
  let folder: string;
  beforeAll(async () => {
    await once(registry.listen(0, '127.0.0.1'), 'listening');
    folder = mkdtempSync(join(tmpdir(), 'burgee-audit-'));
    mkdirSync(join(folder, 'docs'));
    const root = { name: 'burgee', version: '1.0.0', dependencies: { outer: '1.0.0' } };
    const packages = {
      '': root,
      'node_modules/outer': { version: '1.0.0', dependencies: { inner: '^1.0.0' } },
      'node_modules/inner': { version: '1.2.3' },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }));
  });
  afterAll(async () => {
    registry.closeAllConnections();
    await once(registry.close(), 'close');
    rmSync(folder, { recursive: true });
  });

  function auditWith(found: object | undefined, ...statements: VexStatement[]): Promise<void> {
    advisories = found;
    writeFileSync(join(folder, 'docs', 'vex.cdx.json'), JSON.stringify(vexOf(...statements)));
    const { port } = registry.address() as AddressInfo;
    // npm keeps advisories in its cache.
    return audit(folder, [`--registry=http://127.0.0.1:${port}/`, `--cache=${join(folder, 'cache')}`]);
  }

  it('accepts findings that each have a statement, under any of their ids', async () => {
    await expect(auditWith({})).resolves.toBeUndefined();
    await expect(auditWith({ inner: [ADVISORY] }, STATEMENT)).resolves.toBeUndefined();
  });

  it('fails for a finding without a statement on that version', async () => {
    const refused = 'GHSA-aaaa-bbbb-cccc in inner@1.2.3 has no statement (high: merge() sets a prototype)';
    await expect(auditWith({ inner: [ADVISORY] })).rejects.toThrow(refused);
    await expect(auditWith({ inner: [ADVISORY] }, { ...STATEMENT, affects: [{ ref: 'inner@1.2.2' }] })).rejects.toThrow(
      refused,
    );
  });

  it('fails for a statement on what npm does not find', async () => {
    await expect(auditWith({}, STATEMENT)).rejects.toThrow(
      'CVE-2026-0001 in inner@1.2.3 has a statement that npm audit does not ask for',
    );
  });

  it('fails if the registry does not answer', async () => {
    await expect(auditWith(undefined)).rejects.toThrow('npm audit failed: 404');
  });
});
