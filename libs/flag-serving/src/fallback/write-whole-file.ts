import { open, rename } from 'node:fs/promises';

/**
 * Writes a file that only its owner reads, beside the old one and renamed: it is whole, or as it was.
 * @param modifiedAt its modification time, ms since 1970; now when left out
 */
export async function writeWholeFile(file: string, content: string | Buffer, modifiedAt?: number): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(content);
    if (modifiedAt !== undefined) await handle.utimes(modifiedAt / 1_000, modifiedAt / 1_000);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}
