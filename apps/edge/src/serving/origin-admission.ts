import { isWellFormedOrigin } from '@burgee/contracts/wire';
import type { UpstreamQuestions } from '../follow.js';
import type { CachedEnvironments } from '../cached/cached-environments.js';

/** Looks up an origin that is not known here before the request is handled. */
export class OriginAdmission {
  constructor(
    private readonly cached: Pick<CachedEnvironments, 'hasOrigin'>,
    private readonly questions: Pick<UpstreamQuestions, 'isRegistered'>,
  ) {}

  /**
   * @param networks the subnets of the client, widest first
   * @returns undefined when the request can be handled at once; never rejects: the handler reports a failed look-up
   */
  admit(origin: string | undefined, networks: () => readonly string[]): Promise<unknown> | undefined {
    if (origin === undefined || !isWellFormedOrigin(origin) || this.cached.hasOrigin(origin)) return undefined;
    return this.questions.isRegistered(origin, networks()).catch(() => undefined);
  }
}
