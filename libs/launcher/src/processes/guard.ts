import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

/** What the guard is told, one JSON object a line. */
export type GuardMessage =
  | { hold: 'process'; pid: number; stopSignal: NodeJS.Signals }
  | { hold: 'group'; pid: number }
  | { hold: 'folder'; path: string }
  | { release: number | string };

let input: Writable | undefined;

/** Starts the guard when it is first needed. It is in a session of its own, so that Ctrl-C does not reach it. */
function guardInput(): Writable {
  if (input) return input;
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard-main.js')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    cwd: '/',
  });
  guard.on('error', () => undefined);
  guard.unref();
  const { stdin } = guard;
  stdin.on('error', () => undefined);
  // A pipe to a child is a socket, which would keep this process alive.
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  input = stdin;
  return stdin;
}

const tell = (message: GuardMessage): void => void guardInput().write(`${JSON.stringify(message)}\n`);

/**
 * Ends a process, with its descendants, when this one is gone without having done so: killed, or crashed.
 * @returns to be called when the process has ended
 */
export function guardProcess(pid: number, stopSignal: NodeJS.Signals): () => void {
  tell({ hold: 'process', pid, stopSignal });
  return () => tell({ release: pid });
}

/**
 * Kills a process group when this process is gone. What its members have started in groups of their own is left to their guards.
 * @param pid of the leader
 * @returns to be called when the leader has ended
 */
export function guardGroup(pid: number): () => void {
  tell({ hold: 'group', pid });
  return () => tell({ release: pid });
}

/** Removes a folder when this process is gone without having done so. @returns to be called when the folder is removed */
export function guardFolder(path: string): () => void {
  tell({ hold: 'folder', path });
  return () => tell({ release: path });
}
