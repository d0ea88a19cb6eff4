const NAME = 'burgee-joined';
const KEPT = 20;

type Joined = readonly [token: string, projectId: string];

const isJoined = (one: unknown): one is Joined =>
  Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string');

/** The links that were accepted in this browser, the last first. None of them opens anything any more. */
function readJoined(): Joined[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isJoined) : [];
  } catch {
    return [];
  }
}

/** Notes to which project the link of an invitation led. The service forgets an invitation that is accepted. */
export function noteJoined(token: string, projectId: string): void {
  const others = readJoined().filter(([other]) => other !== token);
  try {
    localStorage.setItem(NAME, JSON.stringify([[token, projectId], ...others].slice(0, KEPT)));
  } catch {
    // Without storage, a link that is used says less.
  }
}

/** The project to which a link has led somebody in this browser. */
export const joinedBy = (token: string): string | undefined => readJoined().find(([one]) => one === token)?.[1];
