/** An answer that waited this long may be old. */
const GOOD_FOR_MILLISECONDS = 30_000;

const early = () => (globalThis as { earlyAnswers?: Map<string, Promise<Response>> }).earlyAnswers;

/**
 * The paths that this page has requested. On a busy machine `begin.js` may run after this code: its answer for a path
 * that was requested already stays unused, because it may be older than a change since.
 */
const asked = new Set<string>();

/**
 * Returns the answer that `public/begin.js` requested while this code was loading, on the first request for a path.
 * @returns undefined when there is no answer, or when it is an error
 */
export async function takeEarlyAnswer(path: string, now = performance.now()): Promise<Response | undefined> {
  const answer = early()?.get(path);
  early()?.delete(path);
  if (now > GOOD_FOR_MILLISECONDS || asked.has(path)) return undefined;
  asked.add(path);
  if (!answer) return undefined;
  try {
    const response = await answer;
    return response.ok ? response : undefined;
  } catch {
    return undefined;
  }
}
