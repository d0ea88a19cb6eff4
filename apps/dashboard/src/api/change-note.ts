import { asApiError, type ApiError } from './api-error.js';
import type { RequestedChanges } from './requested-changes.js';

/** What goes with a change: why, and of owners why it goes past a freeze. */
export interface ChangeNote {
  comment?: string;
  bypassReason?: string;
}

/** Asks the user for what the service misses. @returns undefined when the user does not give it */
type Ask = (refusal: ApiError, requested: RequestedChanges | undefined) => Promise<ChangeNote | undefined>;

let ask: Ask | undefined;

/** The page behind sign-in asks, as long as it is shown. @returns ends that */
export function askForNotesBy(one: Ask): () => void {
  ask = one;
  return () => {
    if (ask === one) ask = undefined;
  };
}

const ASKED: Readonly<Record<string, keyof ChangeNote>> = {
  comment_required: 'comment',
  environment_frozen: 'bypassReason',
  approval_required: 'bypassReason',
};

/** @returns the note with what was missing; undefined when that was not it, or nobody gives it */
export async function noteAfter(
  thrown: unknown,
  note: ChangeNote,
  requested?: RequestedChanges,
): Promise<ChangeNote | undefined> {
  const refusal = asApiError(thrown);
  const asked = ASKED[refusal.code];
  if (!asked || note[asked] !== undefined) return undefined;
  const given = await ask?.(refusal, requested);
  return given && { ...note, ...given };
}

/** Headers take no other characters. */
export const noteHeaders = ({ comment, bypassReason }: ChangeNote): Record<string, string> => ({
  ...(comment !== undefined && { 'burgee-comment': encodeURIComponent(comment) }),
  ...(bypassReason !== undefined && { 'burgee-bypass-reason': encodeURIComponent(bypassReason) }),
});
