import { commandsBelow } from '../docs/blocks-of.js';

/** Commands for a Docker engine, or for what only the public registry and GitHub answer. */
const LEFT_OUT = /^(?:docker|gh|npm audit) /;

/**
 * The commands below a heading of `releases.md`, as one script of bash for registries of this machine.
 * @param variables in place of those that the page sets
 * @throws when there are no commands
 */
export function pageScript(page: string, heading: string, variables: Record<string, string>): string {
  const commands = commandsBelow(page, heading, (line) => !LEFT_OUT.test(line)).map((line) =>
    line.startsWith('helm ') ? `${line} --plain-http` : line,
  );
  return [...Object.entries(variables).map(([name, value]) => `${name}=${value}`), ...commands].join('\n');
}
