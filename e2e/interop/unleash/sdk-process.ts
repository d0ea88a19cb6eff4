import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitLines } from '@burgee/contracts/wire';
import type { Sdk } from '@burgee/unleash-api';
import { LANGUAGES } from '../languages.js';

const PROGRAMS = join(process.cwd(), 'e2e', 'interop', 'unleash', 'programs');
const EXAMPLES = join(process.cwd(), 'examples', 'unleash');

type Command = [string, ...string[]];
const COMMANDS: Record<Sdk, () => Promise<Command>> = {
  Node: async () => [process.execPath, join(PROGRAMS, 'decide.mjs')],
  Python: () => LANGUAGES.python(join(PROGRAMS, 'decide.py'), join(EXAMPLES, 'python')),
  Go: () => LANGUAGES.go(join(PROGRAMS, 'decide.go'), join(EXAMPLES, 'go')),
  Java: () => LANGUAGES.java(join(PROGRAMS, 'Decide.java'), join(EXAMPLES, 'java')),
  Rust: () => LANGUAGES.rust(join(PROGRAMS, 'decide.rs'), join(EXAMPLES, 'rust')),
};

/** A context as SDKs of Unleash take it. */
export interface UnleashContext {
  userId?: string;
  sessionId?: string;
  remoteAddress?: string;
  properties: Record<string, string>;
}

export interface SdkQuestion {
  flag: string;
  context: UnleashContext;
}

export interface SdkAnswer {
  isEnabled: boolean;
  /** The variant's payload. */
  value: string | null;
}

/** An application with Unleash's unmodified SDK for one language: a line in, a line out. It stores no flags on disk. */
export class SdkProcess {
  private readonly answers: AsyncIterator<Buffer>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    this.answers = splitLines(child.stdout!);
  }

  /** The first time it is downloaded and compiled. */
  static async start(sdk: Sdk, baseUrl: string, key: string, isStreaming = false): Promise<SdkProcess> {
    const [command, ...args] = await COMMANDS[sdk]();
    const folder = mkdtempSync(join(tmpdir(), 'burgee-unleash-'));
    const env = { ...process.env, BURGEE: baseUrl, BURGEE_SDK_KEY: key, FOLDER: folder };
    const child = spawn(command, args, {
      env: isStreaming ? { ...env, STREAM: 'on' } : env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return new SdkProcess(child, folder);
  }

  async ask(questions: readonly SdkQuestion[]): Promise<SdkAnswer[]> {
    this.child.stdin!.write(questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
    const answers: SdkAnswer[] = [];
    while (answers.length < questions.length) {
      const { value, done } = await this.answers.next();
      if (done) throw new Error(`It ended at ${JSON.stringify(questions[answers.length])}.`);
      answers.push(JSON.parse(value.toString()));
    }
    return answers;
  }

  /** Whether a flag is on for a user. */
  async isOn(flag: string): Promise<boolean> {
    const [answer] = await this.ask([{ flag, context: { userId: 'user-1', properties: {} } }]);
    return answer!.isEnabled;
  }

  async close(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
