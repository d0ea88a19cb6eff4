import type { IncomingMessage } from 'node:http';
import type { DerivedFlagSets } from '../flag-set/derived-flag-sets.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { InTurn } from '../source/tenant-queue.js';
import { WORK_OF_FLAG } from './decision-work.js';
import { Slices } from './slices.js';

/** What takes no longer than this, a tenth of a millisecond, waits for no turn: as much as a hundred flags. */
export const WORK_AT_ONCE = 100 * WORK_OF_FLAG;

/** What tenants pay for the time of work with large flag sets: as much as a flag set of this size is loaded in. */
const BYTES_OF_MILLISECOND = 500_000;

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
    sets: Pick<DerivedFlagSets<T>, 'make' | 'known' | 'workOf'>,
    request: IncomingMessage | undefined,
    rendered: RenderedFlagSet,
  ): T | Promise<T> {
    const known = sets.known(rendered);
    if (known) return known;
    if (sets.workOf(rendered) <= WORK_AT_ONCE) return [...sets.make(rendered)].at(-1) as T;
    return this.take(request, rendered, sets.make(rendered)).then((steps) => steps.at(-1) as T);
  }

  /** @throws overloaded when this one may not wait */
  inShort<T>(request: IncomingMessage, environmentId: string, work: () => T): Promise<T> {
    return this.turns.short(request, environmentId, async (spend) => {
      const [done] = (await this.slices.take(once(work), spend)) ?? [];
      return done as T;
    });
  }

  /** All parts, each asked for when it is its turn; of whoever has gone meanwhile none. */
  inSlices(request: IncomingMessage, rendered: RenderedFlagSet, parts: Iterable<Buffer>): Promise<readonly Buffer[]> {
    // Whoever has gone costs nothing more.
    return this.take(
      request,
      rendered,
      parts,
      () => request.socket.destroyed,
      ({ length }) => length,
    );
  }

  /**
   * Time with a large set is paid for as bytes, as what is sent of it is.
   * @param bytesOf a part that is sent
   */
  private take<T>(
    request: IncomingMessage | undefined,
    { isLarge, set }: RenderedFlagSet,
    parts: Iterable<T>,
    isInVain?: () => boolean,
    bytesOf: (part: T) => number = () => 0,
  ): Promise<readonly T[]> {
    const [inTurn, price] = isLarge ? [this.turns.large, BYTES_OF_MILLISECOND] : [this.turns.short, 1];
    return inTurn(request, set.environmentId, async (spend) => {
      const all = (await this.slices.take(parts, (took) => spend(price * took), isInVain)) ?? [];
      if (isLarge) spend(all.reduce((sum, part) => sum + bytesOf(part), 0));
      return all;
    });
  }
}

function* once<T>(work: () => T): Generator<T> {
  yield work();
}
