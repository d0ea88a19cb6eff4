/** Commands that need a container engine, or never end. */
const LEFT_OUT = /^(docker |kubectl .*port-forward)/;

const block = (language: string) => new RegExp(String.raw`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms');

/** The section of a page below a heading, without those below others. */
function sectionOf(page: string, heading: string): string {
  const [, rest = ''] = page.split(`\n## ${heading}\n`);
  return rest.split('\n## ')[0] ?? '';
}

/**
 * The commands of a section that begin with one of `npm`, `kubectl` and `helm`, as they stand: each may go on over several lines.
 * @throws when there are none
 */
export function commandsOf(page: string, heading: string): string[] {
  const scripts = [...sectionOf(page, heading).matchAll(block('sh'))].map(([, text = '']) => text);
  const commands = scripts
    .flatMap((text) => text.replaceAll(/\\\n\s*/g, '').split('\n'))
    .filter((line) => /^(npm|kubectl|helm) /.test(line) && !LEFT_OUT.test(line));
  if (commands.length === 0) throw new Error(`The page has no commands below “${heading}”.`);
  return commands;
}

/** The YAML of a section. @throws when there is none */
export function valuesOf(page: string, heading: string): string {
  const [found] = [...sectionOf(page, heading).matchAll(block('yaml'))];
  if (!found) throw new Error(`The page has no values below “${heading}”.`);
  return found[1] ?? '';
}
