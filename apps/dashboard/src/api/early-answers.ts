/** After so long an answer may be old. */
const GOOD_FOR_MILLISECONDS = 30_000;

const early = () => (globalThis as { earlyAnswers?: Map<string, Promise<Response>> }).earlyAnswers;

/**
 * The answer that `public/begin.js` has asked for while this code was loading, once.
 * @returns undefined when there is none, or none that says what was asked for
 */
export async function takeEarlyAnswer(path: string, now = performance.now()): Promise<Response | undefined> {
  const answer = early()?.get(path);
  early()?.delete(path);
  if (!answer || now > GOOD_FOR_MILLISECONDS) return undefined;
  try {
    const response = await answer;
    return response.ok ? response : undefined;
  } catch {
    return undefined;
  }
}
