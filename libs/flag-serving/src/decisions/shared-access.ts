import type { Access } from '../authenticate/access.js';
import { ANY_KEY, type Authenticator } from '../authenticate/authenticator.js';
import type { PendingAnswer } from '../source/pending.js';

/** Shares a look-up between requests with the same key and origin, if it dates from after each of them arrived. */
export class SharedAccess {
  /** The look-up that the next request may join, by key and origin. */
  private readonly open = new Map<string, PendingAnswer<Access>>();

  constructor(private readonly authenticator: Pick<Authenticator, 'authenticate'>) {}

  /** Authenticates a key of any kind. */
  of(key: string | undefined, origin: string | undefined): Promise<Access> {
    // No header contains a line break, so no key can be mistaken for another key with an origin.
    const name = origin === undefined ? (key ?? '') : `${key ?? ''}\n${origin}`;
    const open = this.open.get(name);
    if (open?.join()) return open.result;
    const pending = this.authenticator.authenticate(key, origin, ANY_KEY);
    this.open.set(name, pending);
    const end = () => {
      if (this.open.get(name) === pending) this.open.delete(name);
    };
    pending.result.then(end, end);
    return pending.result;
  }
}
