import { readdirSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** How the name of a file ends as long as it is not whole. */
const PART = '.new';

/**
 * Writes a file that only its owner reads, beside the old one and renamed: it is whole, or as it was.
 * @param modifiedAt its modification time, ms since 1970; now when left out
 */
export async function writeWholeFile(file: string, content: string | Buffer, modifiedAt?: number): Promise<void> {
  const part = file + PART;
  try {
    await writePart(part, content, modifiedAt);
    await rename(part, file);
  } catch (error) {
    // A full disk is not to keep what is of no use.
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

/** Deletes what processes have left that were killed while they wrote; once, before any other writes. */
export function removeParts(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith(PART)) rmSync(join(folder, name), { force: true });
}
