import type { FileDescriptors } from '@burgee/flag-serving';
import type { Readiness } from '@burgee/process-kit';
import type { CachedEnvironments } from '../cached/cached-environments.js';

/** Ready = there are flags to serve, from the upstream or from its last state, and free connections. */
export class EdgeReadiness implements Readiness {
  constructor(
    private readonly cached: CachedEnvironments,
    private readonly descriptors: Pick<FileDescriptors, 'areShort'>,
  ) {}

  async obstacle(): Promise<string | undefined> {
    if (await this.descriptors.areShort()) return 'too few file descriptors are left';
    const hasFlags = this.environments.some(({ set }) => set !== undefined);
    if (hasFlags || (this.cached.knowsAllKeys && this.environments.length === 0)) return undefined;
    return 'upstream is silent, and there is nothing to answer from';
  }

  degradation(): string | undefined {
    const silent = this.environments.filter(({ isCurrent }) => !isCurrent).length;
    return silent === 0 ? undefined : `upstream is silent for ${silent} of ${this.environments.length} environments`;
  }

  private get environments() {
    return [...this.cached.ids()].flatMap((id) => this.cached.get(id) ?? []);
  }
}
