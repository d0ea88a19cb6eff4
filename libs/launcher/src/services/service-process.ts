import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { ManagedProcess } from '../processes/managed-process.js';
import type { ServiceSpec } from './service-specs.js';

/** For a service without streams to drain, and without a delay. */
const END_WITHIN_MILLISECONDS = 10_000;
/** The default in the services' own settings. */
const DRAIN_SECONDS = 60;
/** A busy machine takes minutes; a service that ends is seen at once. */
const START_WITHIN_MILLISECONDS = 180_000;

function saysReady(name: string, logFile = 'above'): (child: ChildProcess) => Promise<void> {
  return (child) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${name} did not become ready within 3 minutes. Its log: ${logFile}`)),
        START_WITHIN_MILLISECONDS,
      );
      child.once('exit', () => clearTimeout(timer));
      child.on('message', (message) => {
        if (message !== 'ready') return;
        clearTimeout(timer);
        resolve();
      });
    });
}

/** Milliseconds in which a service ends on its own, by its settings. */
function endsWithin({
  STREAM_DRAIN_SECONDS = DRAIN_SECONDS,
  SHUTDOWN_DELAY_SECONDS = 0,
}: Record<string, unknown>): number {
  return END_WITHIN_MILLISECONDS + 1_000 * (Number(STREAM_DRAIN_SECONDS) + Number(SHUTDOWN_DELAY_SECONDS));
}

/** A service of this checkout as its own process. Without a folder for logs, it writes to our output. */
export function serviceProcess(
  root: string,
  logsDir: string | undefined,
  spec: ServiceSpec,
  restart: boolean,
): ManagedProcess {
  const logFile = logsDir && join(logsDir, `${spec.name}.log`);
  return new ManagedProcess(
    {
      name: spec.name,
      command: process.execPath,
      args: [join(root, 'apps', spec.app, 'dist', 'main.js')],
      env: spec.env,
      cwd: root,
      logFile,
      stopSignal: 'SIGTERM',
      stopWithinMs: endsWithin(spec.env),
      channel: true,
      ready: saysReady(spec.name, logFile),
    },
    { restart },
  );
}
