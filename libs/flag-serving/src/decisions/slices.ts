import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long is worked for decisions before others get a turn of the event loop. */
const SLICE_MILLISECONDS = 2;

/** Slices of the event loop's time, of all that is done in them together. */
export class Slices {
  private took = 0;

  /**
   * Takes what there is in slices.
   * @param pay is called with the milliseconds that it took, slice by slice
   * @returns all that was taken; undefined when `isInVain` says so in between
   */
  async take<T>(
    all: Iterable<T>,
    pay: (milliseconds: number) => void,
    isInVain: () => boolean = () => false,
  ): Promise<T[] | undefined> {
    const taken: T[] = [];
    let since = performance.now();
    for (const one of all) {
      taken.push(one);
      const took = performance.now() - since;
      if (this.took + took < SLICE_MILLISECONDS) continue;
      pay(took);
      await this.yieldAfter(took);
      if (isInVain()) return undefined;
      since = performance.now();
    }
    const took = performance.now() - since;
    pay(took);
    this.took += took;
    return taken;
  }

  private async yieldAfter(took: number): Promise<void> {
    this.took += took;
    await nextTurn();
    this.took = 0;
  }
}
