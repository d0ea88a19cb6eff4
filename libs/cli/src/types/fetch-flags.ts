import type { TypedFlag } from './declare-flags.js';

const TIMEOUT_MS = 15_000;

function explain(status: number, url: string): string {
  if (status === 401) return `${url} refused the SDK key (401). Copy the key of an environment anew from Burgee.`;
  if (status === 403) return `${url} refused this request (403). Is a proxy of yours in between?`;
  if (status === 404) return `${url} knows no flags (404). Is Burgee at that address?`;
  return `${url} answered ${status}. Try again in a moment.`;
}

const isFlag = (row: unknown): row is TypedFlag =>
  typeof (row as TypedFlag | null)?.key === 'string' && typeof (row as TypedFlag | null)?.type === 'string';

/** The flags of the environment of a key. @throws an Error for people, when they cannot be had */
export async function fetchFlags(url: string, sdkKey: string): Promise<TypedFlag[]> {
  let response: Response;
  try {
    response = await fetch(`${url.replace(/\/+$/, '')}/api/v1/flags`, {
      headers: { 'x-sdk-key': sdkKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new Error(`There is no answer from ${url}. Is Burgee running there? Say where with --url.`);
  }
  if (!response.ok) throw new Error(explain(response.status, url));
  const rows: unknown = await response.json().catch(() => undefined);
  if (!Array.isArray(rows) || !rows.every(isFlag))
    throw new Error(`${url} answered with something else than flags. Is Burgee at that address?`);
  return rows;
}
