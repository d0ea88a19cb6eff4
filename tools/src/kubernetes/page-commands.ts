import { blocksOf, commandsBelow } from '../docs/blocks-of.js';

/** Commands that need a container engine, or never end. */
const LEFT_OUT = /^(docker |kubectl .*port-forward)/;

/**
 * The commands of a section that begin with one of `npm`, `kubectl` and `helm`, as they stand: each may go on over several lines.
 * @throws when there are none
 */
export const commandsOf = (page: string, heading: string): string[] =>
  commandsBelow(page, heading, (line) => /^(npm|kubectl|helm) /.test(line) && !LEFT_OUT.test(line));

/** The YAML of a section. @throws when there is none */
export function valuesOf(page: string, heading: string): string {
  const [found] = blocksOf(page, heading, 'yaml');
  if (found === undefined) throw new Error(`The page has no values below “${heading}”.`);
  return found;
}
