/** What is shown, as in the address. The user that decisions are explained for is about a person, and never in it. */
export interface PastSearch {
  /** The id of an environment. */
  environment?: string;
  /** An instant in ISO 8601. */
  at?: string;
}

/** Parses an address that somebody may have typed. Invalid parameters count as absent. */
export function parsePastSearch({ environment, at }: Record<string, unknown>): PastSearch {
  const isTime = typeof at === 'string' && !Number.isNaN(Date.parse(at));
  return {
    ...(typeof environment === 'string' && environment !== '' && { environment }),
    ...(isTime && { at: new Date(at).toISOString() }),
  };
}
