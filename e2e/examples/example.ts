import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AWAITED_MILLISECONDS, eventually, TestClient, sharedCluster } from '@burgee/testing';

/** An example of the folder `examples` as a newcomer starts it, against the shared cluster. */
export class Example {
  private output = '';
  private readonly child: ChildProcess;
  /** Its end, with all that it has said. */
  private readonly closed: Promise<unknown>;

  constructor(name: string, settings: Record<string, string> = {}) {
    const env = { PATH: process.env.PATH, BURGEE: sharedCluster().url, ...settings };
    this.child = spawn(process.execPath, [join('examples', name, 'start.mjs')], { env });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.closed = once(this.child, 'close');
  }

  /** What it says and fits, once it does. @throws with what it has said instead, as soon as it has ended */
  async says(pattern: RegExp, withinMs = AWAITED_MILLISECONDS): Promise<string[]> {
    const match = () => {
      const found = pattern.exec(this.output);
      if (!found) throw new Error(`The example has not said ${pattern}, but:\n${this.output}`);
      return [...found];
    };
    return Promise.race([eventually(match, withinMs), this.closed.then(match)]);
  }

  /** Signs in as the example says, and flips the switch of its one flag. */
  async flip(is_enabled: boolean): Promise<void> {
    const [, email, password] = await this.says(/as (\S+) with "([^"]+)"/);
    const client = new TestClient(sharedCluster().url);
    await client.post('/api/auth/login', { email, password });
    const [{ id }] = (await client.get('/api/projects')).body as [{ id: string }];
    const { body: flags } = await client.get(`/api/projects/${id}/flags`);
    const [flag] = Array.isArray(flags) ? flags : flags.items;
    const path = `/api/flags/${flag.id}/environments/${flag.environments[0].environment_id}/toggle`;
    const answer = await client.patch(path, { is_enabled });
    if (answer.status !== 200) throw new Error(`The toggle answered ${answer.status}: ${answer.text}`);
  }

  /** Ctrl-C. @returns its exit code */
  async stop(): Promise<number | null> {
    if (this.isRunning) this.child.kill('SIGINT');
    return this.ends();
  }

  /** By itself. @returns its exit code */
  async ends(): Promise<number | null> {
    if (this.isRunning) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }
}
