/** The search of the page of usage, in the address. */
export interface UsageSearch {
  /** The slug of an environment. */
  env?: string;
  /** The name of an application. */
  app?: string;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export function parseUsageSearch({ env, app }: Record<string, unknown>): UsageSearch {
  const [slug, name] = [text(env), text(app)];
  return { ...(slug !== undefined && { env: slug }), ...(name !== undefined && { app: name }) };
}
