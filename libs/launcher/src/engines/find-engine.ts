import { join } from 'node:path';
import type { Report } from '../report.js';
import { libraryPath, onPath, unpackDebianPackage } from './debian-packages.js';

export interface Executable {
  command: string;
  env: NodeJS.ProcessEnv;
}

export interface EngineSource {
  /** Names of the package and of its program. */
  name: string;
  program: string;
  /** The setting that names a running one. */
  setting?: string;
}

export const REDIS: EngineSource = { name: 'redis-server', program: 'usr/bin/redis-server', setting: 'REDIS_URL' };

export const NATS: EngineSource = { name: 'nats-server', program: 'usr/sbin/nats-server', setting: 'NATS_URL' };

/** An engine could not be found or fetched; the message names the command that helps. */
export class EngineMissing extends Error {}

function installCommand(name: string): string {
  if (process.platform === 'darwin') return `brew install ${name === 'redis-server' ? 'redis' : name}`;
  return `sudo apt-get install ${name}`;
}

/** The folder of a checkout where programs that this machine lacks are unpacked. */
export function programsDir(root = process.cwd()): string {
  return join(root, '.burgee', 'engines');
}

/** The engine's program: the one on PATH, else the one unpacked from Debian's package under `folder`. */
export async function findEngine(
  { name, program, setting }: EngineSource,
  folder: string,
  report: Report,
): Promise<Executable> {
  const installed = onPath(name);
  if (installed) return { command: installed, env: {} };
  try {
    const root = await report(`Unpacking ${name} (nothing is installed on this system)`, () =>
      unpackDebianPackage(folder, name),
    );
    return { command: join(root, program), env: { LD_LIBRARY_PATH: await libraryPath(root) } };
  } catch (error) {
    throw new EngineMissing(
      `${name} is not on this machine and could not be unpacked from Debian's packages.\n` +
        `Install it:  ${installCommand(name)}` +
        (setting ? `\nor name one that runs already:  ${setting}=… npm start` : ''),
      { cause: error },
    );
  }
}
