import type { CurrentUserView } from '@burgee/contracts/http';

const KEY = 'burgee-me';

/** Storage may be disabled; then a reload forgets. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

let last = quietly(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as CurrentUserView | null) ?? undefined;

/** The user of this tab when auth last answered. Only for what the page shows: services know who is signed in. */
export const lastMe = () => last;

export function rememberMe(me: CurrentUserView): CurrentUserView {
  last = me;
  quietly(() => sessionStorage.setItem(KEY, JSON.stringify(me)));
  return me;
}

export function forgetMe(): void {
  last = undefined;
  quietly(() => sessionStorage.removeItem(KEY));
}
