import { readdirSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Suffix of unfinished files. */
const PART = '.new';

/**
 * Writes a file that only its owner can read, by renaming a temporary file: readers see the old or the new file, never
 * a part.
 * @param modifiedAt its modification time, ms since 1970; now when left out
 */
export async function writeWholeFile(file: string, content: string | Buffer, modifiedAt?: number): Promise<void> {
  const part = file + PART;
  try {
    await writePart(part, content, modifiedAt);
    await rename(part, file);
  } catch (error) {
    // Frees the space on a full disk.
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writePart(part: string, content: string | Buffer, modifiedAt: number | undefined): Promise<void> {
  const handle = await open(part, 'w', 0o600);
  try {
    await handle.writeFile(content);
    if (modifiedAt !== undefined) await handle.utimes(modifiedAt / 1_000, modifiedAt / 1_000);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Deletes unfinished files of killed processes; call once, before any write. */
export function removeParts(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith(PART)) rmSync(join(folder, name), { force: true });
}
