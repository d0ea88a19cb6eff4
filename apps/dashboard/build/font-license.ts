import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const STYLES = createRequire(import.meta.url).resolve('@fontsource-variable/geist/wght.css');

/** Puts the font's license next to its files, as the license requires. */
export function fontLicense(): Plugin {
  return {
    name: 'font-license',
    apply: 'build',
    generateBundle() {
      const source = readFileSync(join(dirname(STYLES), 'LICENSE'));
      this.emitFile({ type: 'asset', fileName: 'assets/geist-license.txt', source });
    },
  };
}
