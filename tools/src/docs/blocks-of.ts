/** The section of a page below a heading, without those below others. */
function sectionOf(page: string, heading: string): string {
  const [, rest = ''] = page.split(`\n## ${heading}\n`);
  return rest.split('\n## ')[0] ?? '';
}

/** The blocks of code in a language, such as `sh`, below a heading of the second level. */
export function blocksOf(page: string, heading: string, language: string): string[] {
  const block = new RegExp(String.raw`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms');
  return [...sectionOf(page, heading).matchAll(block)].map(([, text = '']) => text);
}

/**
 * The commands in the `sh` blocks below a heading that fit, each on one line, also where the page breaks it.
 * @throws when there are none
 */
export function commandsBelow(page: string, heading: string, fits: (line: string) => boolean): string[] {
  const lines = blocksOf(page, heading, 'sh').flatMap((text) => text.replaceAll(/\\\n\s*/g, '').split('\n'));
  const commands = lines.filter((line) => line !== '' && fits(line));
  if (commands.length === 0) throw new Error(`The page has no commands below “${heading}”.`);
  return commands;
}
