import type { Access } from '../authenticate/access.js';
import { ANY_KEY, type Authenticator } from '../authenticate/authenticator.js';
import type { PendingAnswer } from '../source/pending.js';

/** Requests with the same key and origin share a look-up, as long as it is as of a moment after each has arrived. */
export class SharedAccess {
  /** By key and origin, what the next request may join. */
  private readonly open = new Map<string, PendingAnswer<Access>>();

  constructor(private readonly authenticator: Pick<Authenticator, 'authenticate'>) {}

  /** Of a key of any kind. */
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
