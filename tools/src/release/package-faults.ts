import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { readManifest } from '../package/publishable.js';

/** What is wrong with a built package, such as an export that names no file. */
export async function faultsOf(folder: string): Promise<string[]> {
  const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
  const manifest = readManifest(folder);
  return messages.map((message) => {
    const text = formatMessage(message, manifest, { color: false }) ?? message.code;
    return `${manifest.name}: ${text.replace(/\.$/, '')}`;
  });
}
