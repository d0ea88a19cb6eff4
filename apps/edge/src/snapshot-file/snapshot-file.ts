import { readFileSync } from 'node:fs';
import { writeWholeFile } from '@burgee/flag-serving';
import type { CachedEnvironments } from '../cached/cached-environments.js';
import type { UpstreamUpdate } from '../cached/update.js';
import { formatEnvironment, readEnvironment } from './stored-environment.js';

/** Writes the whole cache, readable by its owner only. @returns the number of environments */
export async function writeSnapshot(file: string, cached: CachedEnvironments): Promise<number> {
  const environments = [...cached.ids()].flatMap((id) => {
    const environment = cached.get(id);
    return environment?.set ? [formatEnvironment(environment, environment.set)] : [];
  });
  await writeWholeFile(file, `{"v":1,"environments":[${environments.join()}]}\n`);
  return environments.length;
}

/** @returns the cache at the time of writing @throws with a sentence that describes the fault */
export function readSnapshot(file: string): UpstreamUpdate[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The snapshot file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
  try {
    const { v, environments } = JSON.parse(text) as { v?: unknown; environments?: unknown };
    if (v !== 1 || !Array.isArray(environments)) throw new Error('it is no list of environments');
    return environments.flatMap((one) => readEnvironment(one));
  } catch (error) {
    throw new Error(`${file} is no snapshot file of an edge: make one with --write-snapshot.`, { cause: error });
  }
}
