import { join } from 'node:path';
import type { Report } from '../report.js';
import type { Container } from './container.js';
import { libraryPath, onPath, unpackDebianPackage } from './debian-packages.js';

export interface Executable {
  command: string;
  env: NodeJS.ProcessEnv;
  /** Set instead of the command when it runs in a container. */
  container?: Container;
}

/** A program that is also a Debian package. */
export interface DebianProgram {
  /** The name of both the package and the program. */
  name: string;
  /** The path of the program in the package. */
  program: string;
}

export const REDIS: DebianProgram = { name: 'redis-server', program: 'usr/bin/redis-server' };

export const NATS: DebianProgram = { name: 'nats-server', program: 'usr/sbin/nats-server' };

/** An engine could not be found or fetched; the message names a command that helps. */
export class EngineMissing extends Error {}

/** Picks the failure to report: all missing engines at once, or else the first failure. */
export function reportedFailure(failures: readonly unknown[]): unknown {
  const missing = failures.filter((failure) => failure instanceof EngineMissing);
  if (missing.length < 2) return missing[0] ?? failures[0];
  return new EngineMissing(missing.map(({ message }) => message).join('\n'));
}

/** The folder of a checkout for programs that this machine lacks. */
export function programsDir(root = process.cwd()): string {
  return join(root, '.burgee', 'engines');
}

/** The program of Debian's package, unpacked under `folder`. @throws when it cannot be fetched */
export async function unpackProgram(
  { name, program }: DebianProgram,
  folder: string,
  report: Report,
): Promise<Executable> {
  const root = await report(`Unpacking ${name} (nothing is installed on this system)`, () =>
    unpackDebianPackage(folder, name),
  );
  return { command: join(root, program), env: { LD_LIBRARY_PATH: await libraryPath(root) } };
}

/** The program on PATH, else the one unpacked from Debian's package under `folder`. @throws when both fail */
export async function findProgram(source: DebianProgram, folder: string, report: Report): Promise<Executable> {
  const installed = onPath(source.name);
  return installed ? { command: installed, env: {} } : unpackProgram(source, folder, report);
}
