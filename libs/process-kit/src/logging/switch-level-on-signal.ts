import cluster from 'node:cluster';
import type { Logger } from 'pino';

/** SIGUSR2 switches a running process and its workers to debug logs, and back to LOG_LEVEL. */
export function switchLevelOnSignal(logger: Logger, level: string): void {
  process.on('SIGUSR2', () => {
    logger.level = logger.level === 'debug' ? level : 'debug';
    logger.warn({ level: logger.level }, 'log level switched');
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGUSR2');
  });
}
