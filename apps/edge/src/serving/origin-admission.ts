import { isWellFormedOrigin } from '@burgee/contracts/wire';
import type { UpstreamQuestions } from '../follow.js';
import type { CachedEnvironments } from '../cached/cached-environments.js';

/** Has an origin looked up that is not known here, before its request is answered. */
export class OriginAdmission {
  constructor(
    private readonly cached: Pick<CachedEnvironments, 'hasOrigin'>,
    private readonly questions: Pick<UpstreamQuestions, 'isRegistered'>,
  ) {}

  /**
   * @param networks of the caller, widest first
   * @returns undefined when the request can be answered at once; never rejects: whoever answers it says that there was no answer
   */
  admit(origin: string | undefined, networks: () => readonly string[]): Promise<unknown> | undefined {
    if (origin === undefined || !isWellFormedOrigin(origin) || this.cached.hasOrigin(origin)) return undefined;
    return this.questions.isRegistered(origin, networks()).catch(() => undefined);
  }
}
