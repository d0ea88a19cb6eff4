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
