import type { IncomingMessage } from 'node:http';
import type { DerivedFlagSets } from '../flag-set/derived-flag-sets.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { COST_OF_WORK, type InTurn } from '../source/tenant-queue.js';
import { WORK_OF_FLAG } from './decision-work.js';
import { Slices } from './slices.js';

/** What takes no longer than this, a tenth of a millisecond, waits for no turn: as much as a hundred flags. */
export const WORK_AT_ONCE = 100 * WORK_OF_FLAG;

/** Where work waits. */
export interface DecisionTurns {
  /** Large flag sets, paid for in bytes. */
  large: InTurn;
  /** What takes long otherwise, paid for in milliseconds. */
  short: InTurn;
}

/** Work that takes longer than most, in the turns of its tenant. */
export class WorkTurns {
  private readonly slices = new Slices();

  constructor(private readonly turns: DecisionTurns) {}

  /** What is made of a flag set, where it is not made already. @throws overloaded when this one may not wait */
  derive<T extends object>(
    sets: Pick<DerivedFlagSets<T>, 'of' | 'known'>,
    request: IncomingMessage,
    rendered: RenderedFlagSet,
  ): T | Promise<T> {
    const known = sets.known(rendered);
    if (known) return known;
    const { body, environmentId } = rendered.set;
    const read = () => sets.of(rendered);
    if (body.length <= WORK_AT_ONCE) return read();
    if (!rendered.isLarge) return this.inShort(request, environmentId, read);
    return this.turns.large(request, environmentId, async (spend) => {
      // Another one has read it while this one waited.
      if (!sets.known(rendered)) spend(COST_OF_WORK * body.length);
      return read();
    });
  }

  /** @throws overloaded when this one may not wait */
  inShort<T>(request: IncomingMessage, environmentId: string, work: () => T): Promise<T> {
    return this.turns.short(request, environmentId, async (spend) => {
      const [done] = (await this.slices.take(once(work), spend)) ?? [];
      return done as T;
    });
  }

  /**
   * All parts, each asked for when it is its turn; of whoever has gone meanwhile none.
   * @param price of a millisecond, in what the turns are paid in
   */
  async inSlices(
    request: IncomingMessage,
    { isLarge, set }: RenderedFlagSet,
    parts: Iterable<Buffer>,
    price: number,
  ): Promise<readonly Buffer[]> {
    const inTurn = isLarge ? this.turns.large : this.turns.short;
    return inTurn(request, set.environmentId, async (spend) => {
      // Whoever has gone costs nothing more.
      const hasGone = () => request.socket.destroyed;
      const all = (await this.slices.take(parts, (took) => spend(price * took), hasGone)) ?? [];
      if (isLarge) spend(all.reduce((sum, { length }) => sum + length, 0));
      return all;
    });
  }
}

function* once<T>(work: () => T): Generator<T> {
  yield work();
}
