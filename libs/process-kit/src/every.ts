/** A job that is repeated until `stop` is called. */
export interface Repetition {
  stop: () => void;
}

/**
 * Runs `job` every `ms` milliseconds, first after `ms`. A run that is due while the one before is still under way is
 * skipped. The timer keeps no process alive. `job` handles its own errors: a rejection ends the process.
 */
export function every(ms: number, job: () => Promise<void> | void): Repetition {
  let running = false;
  const run = async () => {
    if (running) return;
    running = true;
    try {
      await job();
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void run(), ms).unref();
  return { stop: () => clearInterval(timer) };
}
