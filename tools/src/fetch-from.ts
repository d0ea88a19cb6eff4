import { fetchWithinOrigin } from '@burgee/cli';

type Failure = Error & { code?: string; cause?: { code?: string } };

/** Without a cause `fetch` refused to send: its message quotes the header or the address, and with that a secret. */
function reasonOf({ name, cause }: Failure): string {
  return cause ? (cause.code ?? name) : 'a header has a line break or a letter that no header may have';
}

/**
 * For requests with a key, a cookie or a password.
 * @throws a sentence with the address when nothing answers there, where `fetch` says that it failed, or when it redirects
 * to another origin
 */
export async function fetchFrom(url: string, init: RequestInit = {}): Promise<Response> {
  const { username, password, host } = new URL(url);
  if (username || password) throw new Error(`The address of ${host} has a user name or password. Remove it.`);
  const answer = await fetchWithinOrigin(url, init).catch((error: Failure) => {
    if (error.code === 'redirect_refused') throw error;
    return reasonOf(error);
  });
  if (typeof answer === 'string') throw new Error(`${url} cannot be reached: ${answer}.`);
  return answer;
}
