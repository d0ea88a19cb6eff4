import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const ALL = createRequire(import.meta.url).resolve('@mantine/core/styles.css');
const FOLDER = join(dirname(ALL), 'styles');
const COMPONENT = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
const STYLE = /@mantine\/core\/styles\/(\w[\w-]*)\.layer\.css$/;

/** The names of all components, in the order of Mantine's own file of all styles: later ones win. */
function namesInOrder(): string[] {
  const all = readFileSync(ALL, 'utf8');
  const names = readdirSync(FOLDER).filter((file) => !file.endsWith('.layer.css'));
  const placed = names.map((file) => {
    const first = /\.m_[0-9a-f]+/.exec(readFileSync(join(FOLDER, file), 'utf8'))?.[0];
    return { name: file.replace('.css', ''), place: first === undefined ? -1 : all.indexOf(first) };
  });
  return placed.toSorted((a, b) => a.place - b.place).map(({ name }) => name);
}

const LAYERS = 'virtual:mantine-layers.css';

const layers = () =>
  `@layer ${namesInOrder()
    .map((name) => `mantine.${name}`)
    .join(', ')};`;

/**
 * Loads the styles of a Mantine component with the component: all styles are 41 kB, and no page needs most of them.
 * Each component has its own layer, so that the order in which the user visits pages does not matter. The order of the
 * layers is the first style of the page, because the bundler decides the order of the other files.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    enforce: 'pre',
    resolveId: (id) => (id === LAYERS ? `\0${LAYERS}` : undefined),
    load: (id) => (id === `\0${LAYERS}` ? layers() : undefined),
    transform: (code, id) => {
      const component = COMPONENT.exec(id)?.[1];
      if (component) return `import '@mantine/core/styles/${component}.layer.css';\n${code}`;
      const style = STYLE.exec(id)?.[1];
      return style ? code.replace('@layer mantine {', `@layer mantine.${style} {`) : undefined;
    },
  };
}
