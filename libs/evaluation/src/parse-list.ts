/**
 * The values that a `targeting_value` names. The only place that decides whether a text is a list: the service, the page
 * and every client read it here.
 * @returns undefined unless the text is a JSON array of one or more strings: the rule compares the text itself
 */
export function parseList(text: string): readonly string[] | undefined {
  // An exception costs far more than this test, and most texts are no lists.
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const list = JSON.parse(text) as unknown[];
    return list.length > 0 && list.every((value) => typeof value === 'string') ? (list as string[]) : undefined;
  } catch {
    return undefined;
  }
}
