import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

/** Messages to the guard, one JSON object per line. */
export type GuardMessage =
  | { hold: 'process'; pid: number; stopSignal: NodeJS.Signals }
  | { hold: 'group'; pid: number }
  | { hold: 'folder'; path: string }
  | { release: number | string };

let input: Writable | undefined;

/** Starts the guard on first use. It runs in its own session, so that Ctrl-C does not reach it. */
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
 * Ends a process and its descendants if this process is killed or crashes first.
 * @returns a function to call when the process has ended
 */
export function guardProcess(pid: number, stopSignal: NodeJS.Signals): () => void {
  tell({ hold: 'process', pid, stopSignal });
  return () => tell({ release: pid });
}

/**
 * Kills a process group when this process is gone. Groups that its members started are left to their own guards.
 * @param pid of the leader
 * @returns a function to call when the leader has ended
 */
export function guardGroup(pid: number): () => void {
  tell({ hold: 'group', pid });
  return () => tell({ release: pid });
}

/** Removes a folder if this process ends without removing it. @returns a function to call when the folder is removed */
export function guardFolder(path: string): () => void {
  tell({ hold: 'folder', path });
  return () => tell({ release: path });
}
