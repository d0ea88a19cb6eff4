import type { Drafts } from './drafts.js';

const PREFIX = 'burgee-drafts:';
const nameOf = (userId: string, flagId: string) => `${PREFIX}${userId}:${flagId}`;

/** A tab may have its storage switched off; then nothing is kept. */
function quietly<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

function forgetWhere(isGone: (name: string) => boolean): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX) && isGone(name)) sessionStorage.removeItem(name);
}

/** Keeps what somebody has not saved of a flag in this tab, so that it outlives their session; nothing to keep forgets it. */
export const keepDrafts = (userId: string, flagId: string, drafts: Drafts) =>
  quietly(() => {
    const name = nameOf(userId, flagId);
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(drafts));
  }, undefined);

/** What this user had not saved of the flag. What others left in the tab is forgotten with it. */
export const keptDrafts = (userId: string, flagId: string) =>
  quietly(() => {
    forgetWhere((name) => !name.startsWith(nameOf(userId, '')));
    return JSON.parse(sessionStorage.getItem(nameOf(userId, flagId)) ?? '{}') as Drafts;
  }, {});

/** Whether there is something that this user has not saved, of whichever flag. */
export const hasDrafts = (userId: string) =>
  quietly(() => Object.keys(sessionStorage).some((name) => name.startsWith(nameOf(userId, ''))), false);

/** Who signs out leaves nothing. */
export const forgetDrafts = () => quietly(() => forgetWhere(() => true), undefined);
