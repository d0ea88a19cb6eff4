import { ApiError, asApiError, type NotMade } from './api-error.js';
import type { RequestedChanges } from './requested-changes.js';

/** What goes with a change: why, and of owners why it goes past a freeze. */
export interface ChangeNote {
  comment?: string;
  bypassReason?: string;
}

/** Why, of what is only tried. */
export const DRY_RUN = 'dry run';

const ASKED = {
  comment_required: 'comment',
  environment_frozen: 'bypassReason',
  approval_required: 'bypassReason',
} as const;

/** Why an environment holds a change up. */
export type HoldReason = keyof typeof ASKED;

/** A change that an environment holds up. */
export interface HeldChange {
  /** Undefined where it is in several. */
  environmentId: string | undefined;
  /** What others can be asked to approve instead. */
  requested: RequestedChanges | undefined;
  /** It asks what would be changed, and changes nothing. */
  triesOnly: boolean;
}

/** What to send with the change, how it ended without it, or in words why it cannot be made. */
export type NoteAnswer = { note: ChangeNote } | { ended: NotMade } | { refused: string };

type Ask = (reason: HoldReason, held: HeldChange) => Promise<NoteAnswer>;

let ask: Ask | undefined;

/** The page behind sign-in asks, as long as it is shown. @returns ends that */
export function askForNotesBy(one: Ask): () => void {
  ask = one;
  return () => {
    if (ask === one) ask = undefined;
  };
}

const isHold = (code: string): code is HoldReason => code in ASKED;

/** @returns the note with what the service missed @throws what was thrown, in words of the page, or that the user ended it */
export async function noteAfter(thrown: unknown, note: ChangeNote, held: HeldChange): Promise<ChangeNote> {
  const refusal = asApiError(thrown);
  const { code, status, message, requestId } = refusal;
  if (!ask || !isHold(code) || note[ASKED[code]] !== undefined) throw thrown;
  const answer = await ask(code, held);
  if ('note' in answer) return { ...note, ...answer.note };
  if ('refused' in answer) throw refusal.saying(answer.refused);
  throw new ApiError(status, answer.ended, message, requestId, undefined, true);
}

/** Asks others to approve changes that the user may not make alone. @returns whether they are asked */
export async function askForApproval(requested: RequestedChanges): Promise<boolean> {
  const held = { environmentId: requested.environmentId, requested, triesOnly: false };
  const answer = await ask?.('approval_required', held);
  return answer !== undefined && 'ended' in answer && answer.ended === 'requested';
}

/** Headers take no other characters. */
export const noteHeaders = ({ comment, bypassReason }: ChangeNote): Record<string, string> => ({
  ...(comment !== undefined && { 'burgee-comment': encodeURIComponent(comment) }),
  ...(bypassReason !== undefined && { 'burgee-bypass-reason': encodeURIComponent(bypassReason) }),
});
