import { fetchWithinOrigin } from '../fetch-within-origin.js';
import type { TypedFlag } from './declare-flags.js';

const TIMEOUT_MS = 15_000;

/** What Burgee says of a refusal. @returns undefined when it was something else that answered */
async function detailOf(response: Response): Promise<string | undefined> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return undefined;
  const problem = (await response.json().catch(() => undefined)) as { detail?: unknown } | undefined;
  return typeof problem?.detail === 'string' ? problem.detail : undefined;
}

async function explain(response: Response, url: string): Promise<string> {
  const { status } = response;
  if (status === 404) return `${url} has no flags (404). Is Burgee at that address?`;
  const detail = await detailOf(response);
  if (detail !== undefined) return `${url} answered ${status}: ${detail}`;
  if (status === 401) return `${url} refused the SDK key (401). Copy the key of the environment from Burgee again.`;
  if (status === 403) return `${url} refused this request (403). Is a proxy of yours in between?`;
  return `${url} answered ${status}. Try again in a moment.`;
}

const isFlag = (row: unknown): row is TypedFlag =>
  typeof (row as TypedFlag | null)?.key === 'string' && typeof (row as TypedFlag | null)?.type === 'string';

/** @throws an Error that does not contain the address: `fetch` refuses it, and it has a password */
function checkAddress(url: string): void {
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : ({} as Partial<URL>);
  if (!/^https?:$/.test(`${protocol}`)) throw new Error('The address (--url, BURGEE_URL) is not http or https.');
  // A slash in a password ends the host, so that the rest of it counts as a path.
  if (username || password || url.includes('@'))
    throw new Error('The address (--url, BURGEE_URL) has a user name or password. Remove it.');
}

/** Fetches the flags of the key's environment. @throws an Error whose message is for people */
export async function fetchFlags(url: string, sdkKey: string): Promise<TypedFlag[]> {
  checkAddress(url);
  let response: Response;
  try {
    response = await fetchWithinOrigin(`${url.replace(/\/+$/, '')}/api/v1/flags`, {
      headers: { 'x-sdk-key': sdkKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    if ((error as { code?: string }).code === 'redirect_refused') throw error;
    throw new Error(`There is no answer from ${url}. Is Burgee running there? Set its address with --url.`, {
      cause: error,
    });
  }
  if (!response.ok) throw new Error(await explain(response, url));
  const rows: unknown = await response.json().catch(() => undefined);
  if (!Array.isArray(rows) || !rows.every(isFlag))
    throw new Error(`${url} did not answer with flags. Is Burgee at that address?`);
  return rows;
}
