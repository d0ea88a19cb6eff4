import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '../eventually.js';

/** Which functions of Burgee services call, by V8's precise coverage. */
export class CalledFunctions {
  /** @param folder an empty one, where the services leave their answers */
  constructor(private readonly folder: string) {}

  /** What a service has to be started with. */
  get settings(): Record<string, string> {
    const preload = pathToFileURL(join(import.meta.dirname, 'count-calls.js')).href;
    return { CALLS_FOLDER: this.folder, NODE_OPTIONS: `--import ${preload}` };
  }

  /** @returns the functions that these processes have called since the last time, as `apps/auth/dist/main.js#name@offset` */
  async since(pids: readonly number[]): Promise<Set<string>> {
    const called = await Promise.all(pids.map((pid) => this.ask(pid)));
    return new Set(called.flat());
  }

  private async ask(pid: number): Promise<string[]> {
    const file = join(this.folder, `${pid}.json`);
    rmSync(file, { force: true });
    process.kill(pid, 'SIGUSR2');
    const { called, error } = await eventually(() => JSON.parse(readFileSync(file, 'utf8')) as Answered);
    if (!called) throw new Error(`Process ${pid} has no coverage: ${error}`);
    return called;
  }
}

interface Answered {
  called?: string[];
  error?: string;
}
