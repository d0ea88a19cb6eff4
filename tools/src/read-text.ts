import { readFile } from 'node:fs/promises';

/** The text of a file in UTF-8, without a byte order mark. @throws an Error for people when it is UTF-16, as some editors save it */
export async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Error(`${file} is UTF-16. Save it as UTF-8.`);
  return new TextDecoder().decode(bytes);
}
