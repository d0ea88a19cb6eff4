import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|json|md|txt)$/;
const WORTH_IT_BYTES = 1024;

/** Writes a .gz and a .br next to every text file of the build, so that serving one needs no compression. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: async () => {
      for (const name of await readdir(folder, { recursive: true })) {
        const file = join(folder, name);
        // The dashboard and the guide share the folder, and the second build finds the files of the first.
        if (!TEXT.test(name) || existsSync(`${file}.br`)) continue;
        const content = await readFile(file);
        if (content.length < WORTH_IT_BYTES) continue;
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      }
    },
  };
}
