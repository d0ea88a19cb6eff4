/** Between turns, what else has come is accepted, read and answered. */
const REST_MILLISECONDS = 5;
/** What is done in a turn: three streams are opened, 600 a second, and share one check of their keys; or 36 are refused. */
const WORK = 36;
const TO_OPEN = 12;
const TO_REFUSE = 1;

/** Looks at somebody who waited. @returns whether a stream is opened */
type Look = () => boolean;

/**
 * Looks at a few at a time, in the order in which they came. When thousands ask at once, what else has come meanwhile is
 * accepted, read and answered in between, instead of after all of them; and whoever is refused is so within moments, before
 * there are thousands for the collector of garbage to carry along.
 */
export class Turns {
  private waiting: Look[] = [];
  private next: NodeJS.Timeout | undefined;

  /** Calls `look` when it is its turn: with the next turn of the event loop, where nobody came before. */
  wait(look: Look): void {
    this.waiting.push(look);
    this.next ??= setTimeout(() => this.turn());
  }

  private turn(): void {
    let looked = 0;
    for (let work = WORK; work > 0 && looked < this.waiting.length; looked++)
      work -= this.waiting[looked]?.() ? TO_OPEN : TO_REFUSE;
    this.waiting = this.waiting.slice(looked);
    this.next = looked > 0 ? setTimeout(() => this.turn(), REST_MILLISECONDS) : undefined;
  }
}
