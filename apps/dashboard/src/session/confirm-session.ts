import { asApiError } from '../api/api-error.js';

/** auth has this long to name the user before the page opens with what another service says. */
const LATE_MILLISECONDS = 1_000;

const isWithoutAnswer = (error: unknown) => asApiError(error).passing;

/**
 * Waits until a service confirms the session. Every service checks sessions itself, so a page opens while
 * auth does not answer.
 * @param me auth's answer
 * @param other asks another service
 * @throws ApiError: the refusal of the session, or auth's failure when the other service does not answer either
 */
export async function confirmSession(
  me: Promise<unknown>,
  other: () => Promise<unknown>,
  late = () => new Promise((resolve) => setTimeout(resolve, LATE_MILLISECONDS)),
): Promise<void> {
  const answer = me.then(() => 'known' as const);
  const first = await Promise.race([answer, late()]).catch((error: unknown) => {
    if (!isWithoutAnswer(error)) throw error;
  });
  if (first === 'known') return;
  // auth may still refuse the session, or be first after all.
  await Promise.any([answer, other().catch(allowOtherRefusals)]).catch(async (failed: unknown) => {
    const refusal = (failed as AggregateError).errors.find((error) => asApiError(error).signedOut) as unknown;
    throw refusal ?? (await me.catch((error: unknown) => error));
  });
}

/** Someone who may not see something is signed in. */
function allowOtherRefusals(error: unknown): void {
  if (asApiError(error).signedOut || isWithoutAnswer(error)) throw error;
}
