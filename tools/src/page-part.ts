/** The two comments of a page between which a command writes, such as `<!-- bench reads -->` and `<!-- end of bench reads -->`. */
export type Markers = readonly [begin: string, end: string];

interface PagePart {
  before: string;
  text: string;
  after: string;
}

/** @throws when the page lacks the markers */
function split(page: string, [begin, end]: Markers): PagePart {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no ${begin} and ${end}. Add them where the text belongs.`);
  const start = from + begin.length;
  return { before: page.slice(0, start), text: page.slice(start, to).trim(), after: page.slice(to) };
}

/** @returns the text between the markers @throws when the page lacks them */
export const partOf = (page: string, markers: Markers): string => split(page, markers).text;

/** @returns the page with another text between the markers @throws when the page lacks them */
export function replacePart(page: string, markers: Markers, text: string): string {
  const { before, after } = split(page, markers);
  return `${before}\n\n${text}\n\n${after}`;
}
