import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

interface Component {
  /** Name and version. */
  'bom-ref': string;
  /** `pkg:npm/`, name and version, encoded. */
  purl: string;
  hashes?: { alg: string; content: string }[];
}

/** The parts of a CycloneDX document that are read here. */
export interface Sbom {
  bomFormat: string;
  serialNumber?: string;
  version: number;
  metadata: { component: { name: string }; timestamp?: string };
  components: Component[];
}

/**
 * Everything that npm installs, from the lock file, as CycloneDX. What serves to build is among it, and marked: the dashboard's
 * libraries are, and end up in its pages. It reads no registry and no installed package.
 */
export async function makeSbom(root: string): Promise<Sbom> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const sbom = JSON.parse(stdout) as Sbom;
  // npm takes the name of the folder.
  sbom.metadata.component.name = 'burgee';
  return sbom;
}

/** Writes the SBOM, or what the VEX document says of it. */
export function writeCycloneDx(document: object, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}
