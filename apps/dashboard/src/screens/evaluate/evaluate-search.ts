/** The input in the address, so that users can share it. It does not contain lists of users. */
export interface EvaluateSearch {
  /** The id of a flag. */
  flag?: string;
  /** The targetingKey. */
  key?: string;
  /** The other attributes, as JSON. */
  context?: string;
  /** The id of the environment whose rollout is shown. */
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

/** Parses an address that a user may have typed. Invalid parameters count as absent. */
export function parseEvaluateSearch(search: Record<string, unknown>): EvaluateSearch {
  const { share } = search;
  const parsed: EvaluateSearch = {
    flag: text(search.flag),
    key: text(search.key),
    context: json(search.context),
    environment: text(search.environment),
    share: Number.isInteger(share) && Number(share) >= 0 && Number(share) <= 100 ? Number(share) : undefined,
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}
