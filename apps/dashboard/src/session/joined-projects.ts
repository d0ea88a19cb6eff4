const NAME = 'burgee-joined';
const KEPT = 20;

type Joined = readonly [token: string, projectId: string];

const isJoined = (one: unknown): one is Joined =>
  Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string');

/** The links that this browser accepted, newest first. They no longer open anything. */
function readJoined(): Joined[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isJoined) : [];
  } catch {
    return [];
  }
}

/** Remembers which project an invitation led to. The service forgets accepted invitations. */
export function noteJoined(token: string, projectId: string): void {
  const others = readJoined().filter(([other]) => other !== token);
  try {
    localStorage.setItem(NAME, JSON.stringify([[token, projectId], ...others].slice(0, KEPT)));
  } catch {
    // Without storage, a used link shows less.
  }
}

/** The project that a user of this browser joined by a link. */
export const joinedBy = (token: string): string | undefined => readJoined().find(([one]) => one === token)?.[1];
