import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export interface Example {
  /** What it has said so far. */
  lines: string[];
  stop(): Promise<void>;
}

/** Starts an example by its one command, and waits for its first line. @throws what it said when it ended instead */
export async function startExample(name: string, settings: Record<string, string>): Promise<Example> {
  const root = process.cwd();
  const child = spawn(process.execPath, [join(root, 'examples', name, 'start.mjs')], {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const heard = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        resolve();
      });
  });
  const ended = once(child, 'exit');
  await Promise.race([heard, ended]);
  if (child.exitCode !== null) throw new Error(lines.join('\n'));
  return {
    lines,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
