/** What is asked, as the address says it, so that the answer can be sent to somebody. Lists of users stay out of it. */
export interface WhoSearch {
  /** The id of a flag. */
  flag?: string;
  /** The targetingKey. */
  key?: string;
  /** The other attributes, as JSON. */
  context?: string;
  /** The id of the environment whose rollout is looked at. */
  environment?: string;
  /** A percentage to try, 0 to 100. */
  share?: number;
}

const text = (value: unknown) => {
  const given = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof given === 'string' && given !== '' ? given : undefined;
};
/** An address with `context={"a":1}` unquoted is read as an object. */
const json = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value));

/** An address as somebody may have typed it: what makes no sense counts as left out. */
export function parseWhoSearch(search: Record<string, unknown>): WhoSearch {
  const { share } = search;
  const parsed: WhoSearch = {
    flag: text(search.flag),
    key: text(search.key),
    context: json(search.context),
    environment: text(search.environment),
    share: Number.isInteger(share) && Number(share) >= 0 && Number(share) <= 100 ? Number(share) : undefined,
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}
