/** The state of the page in the address. It never contains the evaluated user, which is personal data. */
export interface PastSearch {
  /** The id of an environment. */
  environment?: string;
  /** An instant in ISO 8601. */
  at?: string;
}

/** Parses an address that a user may have typed. Invalid parameters count as absent. */
export function parsePastSearch({ environment, at }: Record<string, unknown>): PastSearch {
  const isTime = typeof at === 'string' && !Number.isNaN(Date.parse(at));
  return {
    ...(typeof environment === 'string' && environment !== '' && { environment }),
    ...(isTime && { at: new Date(at).toISOString() }),
  };
}
