import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { splitLines } from '@burgee/contracts/wire';
import type { Provider, Question, Said, StartProvider } from '../ofrep/provider.js';
import { type LanguageName, LANGUAGES } from './languages.js';

const FILES = { go: 'provider.go', python: 'provider.py', java: 'Provider.java' } satisfies Partial<
  Record<LanguageName, string>
>;
export type ProviderLanguage = keyof typeof FILES;

/** An application in another language: a line in, a line out. */
class ProviderProcess implements Provider {
  private readonly answers: AsyncIterator<Buffer>;

  constructor(private readonly child: ChildProcess) {
    this.answers = splitLines(child.stdout!);
  }

  async ask(question: Question): Promise<Said> {
    this.child.stdin!.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await this.answers.next();
    if (done) throw new Error('It ended instead of an answer; what it said is above.');
    return JSON.parse(value.toString()) as Said;
  }

  async close(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.stdin!.end();
    if (this.child.exitCode === null) await gone;
  }
}

/** OpenFeature's own provider for that language, in a process. The first time it is downloaded and compiled. */
export const startProviderIn =
  (language: ProviderLanguage, settings: Record<string, string> = {}): StartProvider =>
  async (baseUrl, key) => {
    const file = join(process.cwd(), 'e2e', 'interop', 'providers', FILES[language]);
    const [command, ...args] = await LANGUAGES[language](file);
    const env = { ...process.env, BURGEE: baseUrl, BURGEE_SDK_KEY: key, ...settings };
    return new ProviderProcess(spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] }));
  };
