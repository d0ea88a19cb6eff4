import type { Plugin, Rolldown } from 'vite';

/** The modules that a project page loads next to its first chunk, by the part of its address after the project. */
const SCREENS: Record<string, string> = {
  home: 'home/home-screen.tsx',
  flags: 'flags/flags-screen.tsx',
  flag: 'flag/flag-screen.tsx',
  who: 'evaluate/evaluate-screen.tsx',
  history: 'history/history-screen.tsx',
  environments: 'environments/environments-screen.tsx',
  compare: 'compare/compare-screen.tsx',
  schedules: 'schedules/schedules-screen.tsx',
  connect: 'connect/connect-screen.tsx',
  usage: 'usage/usage-screen.tsx',
  people: 'people/people-screen.tsx',
  settings: 'settings/settings-screen.tsx',
};

const FONT = /geist-basic/;

type Bundle = Rolldown.OutputBundle;

/** The files of a chunk and of all its static imports. */
function filesOf(name: string, bundle: Bundle, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== 'chunk') return found;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const imported of chunk.imports) filesOf(imported, bundle, found);
  return found;
}

function filesByScreen(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const filesOfModule = (module: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`));
    if (!chunk) throw new Error(`No chunk begins with ${module}.`);
    return [...filesOf(chunk.fileName, bundle)];
  };
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'));
  const first = entry ? filesOf(entry.fileName, bundle) : new Set<string>();
  // The browser would ask for it when it first shows a text.
  const fonts = Object.keys(bundle).filter((file) => FONT.test(file));
  return Object.fromEntries(
    Object.entries(SCREENS).map(([name, module]) => {
      const files = new Set([...filesOfModule(`screens/${module}`), ...fonts]);
      return [name, [...files].filter((file) => !first.has(file)).map((file) => `/${file}`)];
    }),
  );
}

/** Puts `begin.js` into the page, with the files that each screen of a project needs. */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return [];
        const files = JSON.stringify(filesByScreen(bundle));
        return [{ tag: 'script', attrs: { src: '/begin.js', 'data-files': files }, injectTo: 'head' }];
      },
    },
  };
}
