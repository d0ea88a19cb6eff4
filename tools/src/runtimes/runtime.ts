import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { splitLines } from '@burgee/contracts/wire';
import { ROOT } from '../start/settings.js';

const ROLLDOWN = join(ROOT, 'node_modules', 'rolldown', 'bin', 'cli.mjs');

/** How long a step may take. */
const WITHIN_MS = 20_000;

/** A runtime of JavaScript, and how it runs the program. */
export interface Runtime {
  readonly name: string;
  /** Gives its version as the first thing with a digit. */
  readonly command: string;
  /** How it tests `close()`: the end of a worker's request also closes what was left open. */
  readonly end: 'ends by itself' | 'answers to the end';
  /**
   * Runs the program with these settings.
   * @returns once it has said everything and nothing of it is left open. @throws what went wrong
   */
  run(settings: object, work: string, onLine: (line: string) => void): Promise<void>;
}

/** @throws its stderr when it fails or does not exit in time after `close()` */
function asProcess(name: string, command: string, flags: string[]): Runtime {
  return {
    name,
    command,
    end: 'ends by itself',
    async run(settings, work, onLine) {
      const program = join(work, 'process.js');
      const child = spawn(command, [...flags, program, JSON.stringify(settings)], { cwd: work });
      const timer = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
      let complaints = '';
      child.stderr.on('data', (text) => (complaints += text));
      const closed = once(child, 'close');
      for await (const line of splitLines(child.stdout)) onLine(line.toString());
      const [code] = await closed;
      clearTimeout(timer);
      if (code !== 0) throw new Error(complaints || 'It did not end by itself.');
    },
  };
}

/** As for a deployment: one script. Private addresses are what Burgee has here. */
const workerConfig = (socket: string, date: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.bundle.js")], compatibilityDate = "${date}")),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "${socket}", http = (), service = "main")],
);
`;

/** @throws what it said, when it does not answer to the end */
function asWorker(command: string, date: string): Runtime {
  return {
    name: `Workers (workerd) of ${date}`,
    command,
    end: 'answers to the end',
    async run(settings, work, onLine) {
      // In a process of its own: what is written in Rust does not know the functions of Jest's.
      await promisify(execFile)(process.execPath, [ROLLDOWN, 'worker.js', '--file', 'worker.bundle.js'], { cwd: work });
      writeFileSync(join(work, 'worker.capnp'), workerConfig('127.0.0.1:0', date));
      const child = spawn(command, ['serve', '--control-fd=3', join(work, 'worker.capnp')], {
        cwd: work,
        stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
      });
      try {
        const { value: line } = await splitLines(child.stdio[3] as Readable).next();
        const { port } = JSON.parse(String(line)) as { port: number };
        const signal = AbortSignal.timeout(WITHIN_MS);
        const body = JSON.stringify(settings);
        const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, signal });
        let rest = '';
        for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          const lines = (rest + piece).split('\n');
          rest = lines.pop() ?? '';
          lines.forEach((one) => onLine(one));
        }
      } finally {
        child.kill();
      }
    },
  };
}

/** Node itself, and the runtimes that npm installed in `folder`. */
export function runtimes(folder: string): Runtime[] {
  const bin = (name: string) => join(folder, 'node_modules', '.bin', name);
  return [
    asProcess('Node', process.execPath, []),
    asProcess('Deno', bin('deno'), ['run', '--quiet', '--allow-net']),
    asProcess('Bun', bin('bun'), ['run']),
    asWorker(bin('workerd'), '2026-01-01'),
    // Before Workers had `cache`, they threw at it.
    asWorker(bin('workerd'), '2024-10-01'),
  ];
}
