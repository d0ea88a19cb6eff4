/** The answer did not come in time. It may still come, and is dropped. */
export class TooLate extends Error {}

/**
 * What `work` gives, if it does so within `ms`. After a stall of the event loop timers fire before sockets are read, so an
 * answer that has arrived already gets one more turn.
 * @throws TooLate when the time is over, else what `work` throws
 */
export function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TooLate(`no answer within ${Math.round(ms)} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * What `work` gives, however long it takes, as long as `isAlive`, called every `everyMs` meanwhile, does not fail: slow is
 * not dead.
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
