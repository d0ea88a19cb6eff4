import { useSyncExternalStore } from 'react';

/** What answers a page, in the words of its users. `burgee` is all of it: nothing answered, or something in front did. */
export type Part = 'accounts' | 'flags' | 'history' | 'usage' | 'burgee';

const PARTS: readonly [RegExp, Part][] = [
  [/^\/api\/(auth|operations|administration(?!.*\/projects))\b/, 'accounts'],
  [/\/audit(\/[a-z]+)?(\?|$)/, 'history'],
  [/\/usage(\?|$)/, 'usage'],
];

/** The part that answers a path of the API. */
export const partOf = (path: string): Part => PARTS.find(([pattern]) => pattern.test(path))?.[1] ?? 'flags';

/** A page says after this long that a part does not answer. */
const SAID_AFTER_MILLISECONDS = 3_000;

/** When a part last answered, and when the page sent the first request that got no answer since. */
interface Contact {
  answeredAt: number;
  silentSince: number | undefined;
}

/** Times are milliseconds of a monotonic clock. */
export type Contacts = ReadonlyMap<Part, Contact>;

/** A request has no answer, or none soon. A part that answered another one since is slow, not silent. */
export function withSilence(contacts: Contacts, part: Part, sentAt: number): Contacts {
  const { answeredAt, silentSince } = contacts.get(part) ?? { answeredAt: -Infinity, silentSince: undefined };
  if (answeredAt >= sentAt) return contacts;
  return new Map(contacts).set(part, { answeredAt, silentSince: Math.min(silentSince ?? sentAt, sentAt) });
}

/** An answer of any part also comes through what is in front of all. */
export function withAnswer(contacts: Contacts, part: Part, answeredAt: number): Contacts {
  const heard = { answeredAt, silentSince: undefined };
  return new Map(contacts).set(part, heard).set('burgee', heard);
}

/** The parts to name: all of Burgee stands for each. */
export function silentParts(contacts: Contacts, now: number): readonly Part[] {
  const silent = [...contacts].flatMap(([part, { silentSince = Infinity }]) =>
    now - silentSince >= SAID_AFTER_MILLISECONDS ? [part] : [],
  );
  return silent.includes('burgee') ? ['burgee'] : silent;
}

let contacts: Contacts = new Map();
let shown: readonly Part[] = [];
const listeners = new Set<() => void>();

function show(): void {
  const now = silentParts(contacts, performance.now());
  if (now.join() === shown.join()) return;
  shown = now;
  for (const listener of listeners) listener();
}

function setContacts(next: Contacts): void {
  contacts = next;
  show();
}

function noteSilence(part: Part, sentAt: number): void {
  setContacts(withSilence(contacts, part, sentAt));
  const left = sentAt + SAID_AFTER_MILLISECONDS - performance.now();
  if (left > 0) setTimeout(show, left + 1);
}

/** `refused`: something answered that is no sign of either, such as a limit. */
export type ReadEnd = 'answered' | 'silent' | 'unreachable' | 'refused';

/** Follows a read of the page. @returns a function to call with its end */
export function followRead(path: string): (end: ReadEnd) => void {
  const [part, sentAt] = [partOf(path), performance.now()];
  const late = setTimeout(() => noteSilence(part, sentAt), SAID_AFTER_MILLISECONDS);
  return (end) => {
    clearTimeout(late);
    if (end === 'answered') setContacts(withAnswer(contacts, part, performance.now()));
    else if (end !== 'refused') noteSilence(end === 'silent' ? part : 'burgee', sentAt);
  };
}

/** Nothing is read any more that would tell the end of a silence. */
export const forgetSilence = () => setContacts(new Map());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The parts that do not answer, for longer than a moment. */
export const useSilentParts = () => useSyncExternalStore(subscribe, () => shown);
