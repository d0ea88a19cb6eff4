import type { FileDescriptors } from '@burgee/flag-serving';
import type { Readiness } from '@burgee/process-kit';
import type { HeldEnvironments } from '../held/held-environments.js';

/** Ready = there is something to answer from, the upstream or what it said last, and there are connections to answer on. */
export class EdgeReadiness implements Readiness {
  constructor(
    private readonly held: HeldEnvironments,
    private readonly descriptors: Pick<FileDescriptors, 'areShort'>,
  ) {}

  async obstacle(): Promise<string | undefined> {
    if (await this.descriptors.areShort()) return 'too few file descriptors are left';
    const hasFlags = this.environments.some(({ set }) => set !== undefined);
    if (hasFlags || (this.held.knowsAllKeys && this.environments.length === 0)) return undefined;
    return 'upstream is silent, and there is nothing to answer from';
  }

  degradation(): string | undefined {
    const silent = this.environments.filter(({ isCurrent }) => !isCurrent).length;
    return silent === 0 ? undefined : `upstream is silent for ${silent} of ${this.environments.length} environments`;
  }

  private get environments() {
    return [...this.held.ids()].flatMap((id) => this.held.get(id) ?? []);
  }
}
