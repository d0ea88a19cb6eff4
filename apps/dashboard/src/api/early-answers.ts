/** After so long an answer may be old. */
const GOOD_FOR_MILLISECONDS = 30_000;

const early = () => (globalThis as { earlyAnswers?: Map<string, Promise<Response>> }).earlyAnswers;

/**
 * What was asked for here. `begin.js` may run after this code on a busy machine: its answer to what was asked for already is
 * left over, and older than any change since.
 */
const asked = new Set<string>();

/**
 * The answer that `public/begin.js` has asked for while this code was loading, the first time that it is asked for.
 * @returns undefined when there is none, or none that says what was asked for
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
