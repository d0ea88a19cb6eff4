import { fetchFrom } from './fetch-from.js';

/** @returns the JSON of a 2xx answer @throws with what the server said when it is another */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetchFrom(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url} answered ${answer.status}: ${text.slice(0, 200)}`);
  return text === '' ? undefined : JSON.parse(text);
}
