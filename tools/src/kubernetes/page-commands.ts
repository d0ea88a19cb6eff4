import { blocksOf } from '../docs/blocks-of.js';

/** Commands that need a container engine, or never end. */
const LEFT_OUT = /^(docker |kubectl .*port-forward)/;

/**
 * The commands of a section that begin with one of `npm`, `kubectl` and `helm`, as they stand: each may go on over several lines.
 * @throws when there are none
 */
export function commandsOf(page: string, heading: string): string[] {
  const commands = blocksOf(page, heading, 'sh')
    .flatMap((text) => text.replaceAll(/\\\n\s*/g, '').split('\n'))
    .filter((line) => /^(npm|kubectl|helm) /.test(line) && !LEFT_OUT.test(line));
  if (commands.length === 0) throw new Error(`The page has no commands below “${heading}”.`);
  return commands;
}

/** The YAML of a section. @throws when there is none */
export function valuesOf(page: string, heading: string): string {
  const [found] = blocksOf(page, heading, 'yaml');
  if (found === undefined) throw new Error(`The page has no values below “${heading}”.`);
  return found;
}
