import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { theme } from '../../src/theme.js';
import { type GuideAssets, layOutNotFound, layOutPage } from './lay-out-page.js';
import { listForPrograms, readGuide } from './read-guide.js';
import { buildSearchIndex } from './search-index.js';

const DASHBOARD = join(import.meta.dirname, '..', '..');
const ROOT = join(DASHBOARD, '..', '..');
const PALETTE = 'virtual:guide-palette.css';
const SCHEME = /:root\[data-mantine-color-scheme='(light|dark)'\] (\{[^}]*\})/g;

/**
 * The colors of the dashboard. Without JavaScript, begin.js sets no attribute, and the system's scheme applies.
 */
function paletteOf(styles: string): string {
  const schemes = new Map([...styles.matchAll(SCHEME)].map(([, name = '', rules = '']) => [name, rules]));
  return `:root { --mantine-color-navy-8: ${theme.colors?.navy?.[8]}; }
:root ${schemes.get('light')}
:root[data-mantine-color-scheme='dark'] ${schemes.get('dark')}
@media (prefers-color-scheme: dark) { :root:not([data-mantine-color-scheme]) ${schemes.get('dark')} }`;
}

function assetsIn(bundle: Rolldown.OutputBundle): GuideAssets {
  const script = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry);
  if (script?.type !== 'chunk') throw new Error('The guide has no script.');
  return { script: script.fileName, styles: [...(script.viteMetadata?.importedCss ?? [])] };
}

/** The files of the guide, by their names in its folder. */
function* filesOf(assets: GuideAssets): Generator<[name: string, source: string | Uint8Array]> {
  const guide = readGuide(ROOT);
  for (const page of guide.pages.values()) {
    const name = page.address || 'index';
    yield [`${name}.html`, layOutPage(guide, assets, page)];
    yield [`${name}.md`, page.markdown];
  }
  for (const [name, file] of guide.copied) yield [name, readFileSync(file)];
  yield ['404.page.html', layOutNotFound(guide, assets)];
  yield ['llms.txt', listForPrograms(guide)];
  yield ['search.json', buildSearchIndex(guide)];
}

/** Renders the docs into the folder `guide` of the build. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    apply: 'build',
    // The folder of the build also has the dashboard, so that Vite does not empty it.
    buildStart: () => rmSync(join(DASHBOARD, 'dist', 'web', 'guide'), { recursive: true, force: true }),
    resolveId: (id) => (id === PALETTE ? `\0${PALETTE}` : undefined),
    load: (id) =>
      id === `\0${PALETTE}` ? paletteOf(readFileSync(join(DASHBOARD, 'src', 'styles.css'), 'utf8')) : undefined,
    generateBundle(_options, bundle) {
      for (const [name, source] of filesOf(assetsIn(bundle)))
        this.emitFile({ type: 'asset', fileName: `guide/${name}`, source });
    },
  };
}
