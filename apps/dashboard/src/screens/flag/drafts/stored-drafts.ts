import type { Drafts } from './drafts.js';

const PREFIX = 'burgee-drafts:';
const nameOf = (userId: string, flagId: string) => `${PREFIX}${userId}:${flagId}`;

/** Storage may be disabled; then the page stores nothing. */
function quietly<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

function removeWhere(isGone: (name: string) => boolean): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX) && isGone(name)) sessionStorage.removeItem(name);
}

/**
 * Stores the unsaved changes of a flag in this tab, so that they survive the session; without any, removes them.
 * Nothing while the user is not known.
 */
export const storeDrafts = (userId: string, flagId: string, drafts: Drafts) =>
  quietly(() => {
    if (userId === '') return;
    const name = nameOf(userId, flagId);
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(drafts));
  }, undefined);

/** Returns the user's unsaved changes of the flag and removes other users' changes from the tab. */
export const readDrafts = (userId: string, flagId: string) =>
  quietly(() => {
    if (userId === '') return {};
    removeWhere((name) => !name.startsWith(nameOf(userId, '')));
    return JSON.parse(sessionStorage.getItem(nameOf(userId, flagId)) ?? '{}') as Drafts;
  }, {});

/** Whether this user has unsaved changes of any flag. */
export const hasDrafts = (userId: string) =>
  quietly(() => Object.keys(sessionStorage).some((name) => name.startsWith(nameOf(userId, ''))), false);

/** Removes everything when the user signs out. */
export const removeDrafts = () => quietly(() => removeWhere(() => true), undefined);
