import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { splitLines } from '@burgee/contracts/wire';
import type { GuardMessage } from './guard.js';
import { isGone, signalTree, treeOf } from './process-tree.js';

/** A separate process that outlives its starter, and ends the processes that it left behind. */
const STOP_WITHIN_MILLISECONDS = 3_000;
const processes = new Map<number, NodeJS.Signals>();
const groups = new Set<number>();
const folders = new Set<string>();

for await (const line of splitLines(process.stdin)) {
  const message = JSON.parse(line.toString()) as GuardMessage;
  if ('release' in message) {
    processes.delete(Number(message.release));
    groups.delete(Number(message.release));
    folders.delete(String(message.release));
  } else if (message.hold === 'process') processes.set(message.pid, message.stopSignal);
  else if (message.hold === 'group') groups.add(message.pid);
  else folders.add(message.path);
}

// The pipe closed: the starter is gone.
const trees = [...processes.keys()].map(treeOf);
for (const pid of groups) send(-pid, 'SIGKILL');
for (const [pid, stopSignal] of processes) {
  // A paused process would not stop.
  signalTree(pid, 'SIGCONT');
  send(pid, stopSignal);
}

function send(to: number, signal: NodeJS.Signals): void {
  try {
    process.kill(to, signal);
  } catch {
    // It has ended.
  }
}

const left = () => trees.flat().filter((pid) => !isGone(pid));
for (const end = Date.now() + STOP_WITHIN_MILLISECONDS; left().length > 0 && Date.now() < end;) await delay(20);
for (const pid of left()) signalTree(pid, 'SIGKILL');
for (const end = Date.now() + STOP_WITHIN_MILLISECONDS; left().length > 0 && Date.now() < end;) await delay(20);
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
