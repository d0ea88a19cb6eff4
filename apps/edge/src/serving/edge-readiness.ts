import type { FileDescriptors } from '@burgee/flag-serving';
import type { Readiness } from '@burgee/process-kit';
import type { CachedEnvironments } from '../cached/cached-environments.js';

/** Ready = there is something to answer from, the upstream or what it said last, and there are connections to answer on. */
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
