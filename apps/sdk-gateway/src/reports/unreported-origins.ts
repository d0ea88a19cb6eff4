import type { RefusedOrigin } from '@burgee/contracts/messages';
import { isWellFormedOrigin } from '@burgee/contracts/wire';

/** Between two reports. Anyone can be refused at any rate, so what is above is dropped. */
const WAITING_AT_MOST = 500;

/** Origins that were refused and not reported yet. */
export class UnreportedOrigins {
  private readonly waiting = new Map<string, RefusedOrigin>();

  /** @param about the environment whose key the page had, or the network block of a preflight, which has no key */
  readonly note = (about: string, origin = ''): void => {
    if (this.waiting.size < WAITING_AT_MOST && isWellFormedOrigin(origin))
      this.waiting.set(`${about} ${origin}`, { about, origin });
  };

  take(): RefusedOrigin[] {
    const taken = [...this.waiting.values()];
    this.waiting.clear();
    return taken;
  }
}
