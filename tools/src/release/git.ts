import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Checkout } from './refusals.js';

const BIGGEST = 64 * 1024 * 1024;

const bytes = (folder: string, args: string[]) =>
  execFileSync('git', args, { cwd: folder, maxBuffer: BIGGEST, stdio: ['ignore', 'pipe', 'pipe'] });

const lines = (root: string, args: string[]) => bytes(root, args).toString().split('\n').filter(Boolean);

export function readCheckout(root: string, version: string): Checkout {
  return {
    version,
    tags: lines(root, ['tag', '--points-at', 'HEAD']),
    changes: lines(root, ['status', '--porcelain']),
  };
}

export function readCommit(root: string): { id: string; time: Date } {
  const [id = '', seconds] = lines(root, ['log', '-1', '--format=%H%n%ct']);
  return { id, time: new Date(Number(seconds) * 1000) };
}

/** The chart as it is committed, in the layout that Helm reads, with the commit's time. */
export const chartFile = (root: string) =>
  gzipSync(bytes(join(root, 'deploy', 'helm'), ['archive', '--format=tar', 'HEAD', 'burgee']));
