import { ApiError, asApiError, type NotMade } from './api-error.js';
import type { RequestedChanges } from './requested-changes.js';

/** The reasons that go with a change: a comment, and from owners why they override a rule. */
export interface ChangeNote {
  comment?: string;
  bypassReason?: string;
}

/** The comment of a dry run. */
export const DRY_RUN = 'dry run';

const ASKED = {
  comment_required: 'comment',
  environment_frozen: 'bypassReason',
  approval_required: 'bypassReason',
} as const;

/** The rule by which an environment holds a change up. */
export type HoldReason = keyof typeof ASKED;

/** A change that an environment holds up. */
export interface HeldChange {
  /** Undefined for several environments. */
  environmentId: string | undefined;
  /** The changes to request approval for instead. */
  requested: RequestedChanges | undefined;
  /** A dry run, which changes nothing. */
  triesOnly: boolean;
}

/** The note to send with the change, how the user ended it, or the reason why it cannot be made. */
export type NoteAnswer = { note: ChangeNote } | { ended: NotMade } | { refused: string };

type Ask = (reason: HoldReason, held: HeldChange) => Promise<NoteAnswer>;

let ask: Ask | undefined;

/** Registers the dialog that asks for notes. @returns a function that removes it */
export function askForNotesBy(one: Ask): () => void {
  ask = one;
  return () => {
    if (ask === one) ask = undefined;
  };
}

const isHold = (code: string): code is HoldReason => code in ASKED;

/**
 * @returns the note with what the service missed
 * @throws the original error, the error with the page's text, or an error that says that the user ended it
 */
export async function noteAfter(thrown: unknown, note: ChangeNote, held: HeldChange): Promise<ChangeNote> {
  const refusal = asApiError(thrown);
  const { code, status, message, requestId } = refusal;
  if (!ask || !isHold(code) || note[ASKED[code]] !== undefined) throw thrown;
  const answer = await ask(code, held);
  if ('note' in answer) return { ...note, ...answer.note };
  if ('refused' in answer) throw refusal.saying(answer.refused);
  throw new ApiError(status, answer.ended, message, requestId, undefined, true);
}

/** Headers accept no other characters. */
export const noteHeaders = ({ comment, bypassReason }: ChangeNote): Record<string, string> => ({
  ...(comment !== undefined && { 'burgee-comment': encodeURIComponent(comment) }),
  ...(bypassReason !== undefined && { 'burgee-bypass-reason': encodeURIComponent(bypassReason) }),
});
