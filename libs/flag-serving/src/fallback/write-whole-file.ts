import { open, rename } from 'node:fs/promises';

/** Writes a file that only its owner reads, beside the old one and renamed: it is whole, or as it was. */
export async function writeWholeFile(file: string, content: string | Buffer): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}
