import { readFileSync } from 'node:fs';

/** What package-lock.json says of one package that comes from a registry. */
export interface LockedPackage {
  /** Where it is installed. */
  folder: string;
  name: string;
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
}

/** Every package that npm fetches. */
export function readLockFile(file = 'package-lock.json'): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, LockedPackage & { link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .map(([folder, one]) => ({ ...one, folder, name: one.name ?? folder.split('node_modules/').at(-1) ?? folder }));
}
