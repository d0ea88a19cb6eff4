import { fetchWithinOrigin } from '@burgee/cli';

/**
 * For requests with a key, a cookie or a password.
 * @throws a sentence with the address when nothing answers there, where `fetch` says that it failed, or when it redirects
 * to another origin
 */
export async function fetchFrom(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetchWithinOrigin(url, init);
  } catch (error) {
    const { message, cause, code } = error as Error & { cause?: { code?: string; message?: string }; code?: string };
    if (code === 'redirect_refused') throw error;
    throw new Error(`${url} cannot be reached: ${cause?.code ?? cause?.message ?? message}.`, { cause: error });
  }
}
