import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { declareFlags } from './declare-flags.js';
import { fetchFlags } from './fetch-flags.js';

export const USAGE = `Usage: burgee types [options]

Writes the keys and types of your flags into a declaration file: bool('new-chekout') then does not compile.

  --key <sdk key>   of any environment; or BURGEE_SDK_KEY, which keeps it out of the history of your shell
  --url <address>   of Burgee; or BURGEE_URL (http://localhost:8080)
  --out <file>      default: burgee-flags.d.ts
  --openfeature     declare the keys of @openfeature/core, too
  --check           write nothing; fail if the file is not up to date. For CI.
`;

const OPTIONS = {
  key: { type: 'string' },
  url: { type: 'string' },
  out: { type: 'string' },
  openfeature: { type: 'boolean' },
  check: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Git on Windows checks files out with CRLF, and some editors add a byte order mark. */
const asWritten = (text: string) => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');

/** @returns the message to print. @throws an Error whose message is for people */
export async function runTypes(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return USAGE;
  const key = (values.key ?? environment.BURGEE_SDK_KEY)?.trim();
  if (!key) throw new Error('There is no SDK key. Set BURGEE_SDK_KEY, or --key, to the SDK key of an environment.');
  if (!/^[!-~]+$/.test(key))
    throw new Error(
      'This is not an SDK key: a key is one line of plain letters and digits. Copy it from Burgee again.',
    );
  const url = values.url ?? environment.BURGEE_URL ?? 'http://localhost:8080';
  const out = values.out ?? 'burgee-flags.d.ts';

  const flags = await fetchFlags(url, key);
  const text = declareFlags(flags, values.openfeature ?? false);
  const before = await readFile(out, 'utf8').then(asWritten, () => undefined);
  const count = `${flags.length} ${flags.length === 1 ? 'flag' : 'flags'}`;
  if (before === text) return `${out} is up to date: ${count}.\n`;
  if (values.check)
    throw new Error(
      `${out} ${before === undefined ? 'is missing' : 'is not up to date'}. Run the same without --check, and commit it.`,
    );
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, text);
  return `${out}: ${count}.\n`;
}
