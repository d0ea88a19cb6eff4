/** The answer did not arrive in time. A later one is dropped. */
export class TooLate extends Error {}

/**
 * The result of `work`, if it arrives within `ms`. After a stall of the event loop, timers fire before sockets are
 * read, so an answer that has already arrived gets one more tick.
 * @throws TooLate at the timeout, else what `work` throws
 */
export function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TooLate(`no answer within ${Math.round(ms)} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * The result of `work` at any time, while `isAlive`, called every `everyMs`, succeeds: slow is not dead.
 * @throws what `isAlive` throws, or what `work` throws
 */
export function whileAlive<T>(work: Promise<T>, isAlive: () => Promise<unknown>, everyMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout;
    let over = false;
    const ask = () => {
      isAlive().then(() => {
        if (!over) timer = setTimeout(ask, everyMs);
      }, reject);
    };
    timer = setTimeout(ask, everyMs);
    work.then(resolve, reject).finally(() => {
      over = true;
      clearTimeout(timer);
    });
  });
}
