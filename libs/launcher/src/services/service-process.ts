import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { ManagedProcess } from '../processes/managed-process.js';
import type { ServiceSpec } from './service-specs.js';

/** For a service without streams to drain. */
const END_WITHIN_MILLISECONDS = 10_000;
const START_WITHIN_MILLISECONDS = 60_000;

function saysReady(name: string): (child: ChildProcess) => Promise<void> {
  return (child) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${name} did not become ready in time.`)),
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

/** A service of this checkout as its own process. */
export function serviceProcess(root: string, logsDir: string, spec: ServiceSpec, restart: boolean): ManagedProcess {
  return new ManagedProcess(
    {
      name: spec.name,
      command: process.execPath,
      args: ['--enable-source-maps', join(root, 'apps', spec.app, 'dist', 'main.js')],
      env: spec.env,
      cwd: root,
      logFile: join(logsDir, `${spec.name}.log`),
      stopSignal: 'SIGTERM',
      stopWithinMs: END_WITHIN_MILLISECONDS + Number(spec.env.STREAM_DRAIN_SECONDS ?? 5) * 1_000,
      channel: true,
      ready: saysReady(spec.name),
    },
    { restart },
  );
}
