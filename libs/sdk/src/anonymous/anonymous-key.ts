import { page } from '../page.js';

const NAME = 'burgee:anonymous';

/** The key of this page where storage is unavailable. */
let ofThisPage: string | undefined;

/** What `action` does with `localStorage`; undefined where it is forbidden or full. */
function withStorage<T>(action: (storage: Storage) => T): T | undefined {
  try {
    return action(page.localStorage as Storage);
  } catch {
    return undefined;
  }
}

// `crypto.randomUUID` is absent in pages without https.
const newKey = (): string =>
  `anonymous-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/**
 * A random targeting key that stays the same in this browser, so that a percentage means the same visitors tomorrow. It
 * uses `localStorage`, for which the law may require consent; where that is forbidden or full, the key lasts as long as
 * the page.
 * @returns undefined outside of pages: a server has many visitors
 * @example createClient({ …, context: { targetingKey: user?.id ?? anonymousKey() } })
 */
export function anonymousKey(): string | undefined {
  if (!page.document) return undefined;
  const found = withStorage((storage) => storage.getItem(NAME));
  if (found && /^anonymous-[\da-f]{32}$/.test(found)) return found;
  ofThisPage ??= newKey();
  const key = ofThisPage;
  return (
    withStorage((storage) => {
      storage.setItem(NAME, key);
      // Another tab may have written at the same moment.
      return storage.getItem(NAME);
    }) ?? key
  );
}

/** Forgets the key: the next call returns the key of a new visitor. */
export function forgetAnonymousKey(): void {
  ofThisPage = undefined;
  withStorage((storage) => storage.removeItem(NAME));
}
