import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '@burgee/testing';

const FOLDER = mkdtempSync(join(tmpdir(), 'burgee-memory-'));
process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

/** What a process has to be started with to be asked how much it holds. */
export const MEASURABLE = {
  MEMORY_FOLDER: FOLDER,
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'write-memory.js')).href}`,
};

/**
 * What a process holds once it has collected its garbage: objects, and the bytes outside of the heap that belong to them. Resident memory
 * says more of how large its heap happens to have grown before.
 */
export async function heldMemory(pid: number): Promise<number> {
  const file = join(FOLDER, `${pid}.json`);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const { heapUsed, external } = await eventually(
    () => JSON.parse(readFileSync(file, 'utf8')) as NodeJS.MemoryUsage,
    20_000,
  );
  return heapUsed + external;
}
