import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@burgee/launcher';
import { installNode22, unique } from '@burgee/testing';

const SECRET = 'a secret of the tests';
const PROGRAM = join(import.meta.dirname, 'provider-program.mjs');

interface RealProviderOptions {
  /** The number in Burgee's settings. */
  id: number;
  /** Burgee's public address. */
  burgee: string;
  /** How far its clock is ahead. */
  clockSeconds: number;
}

/** oidc-provider, with a form that takes any password. At an address of its own: another site than Burgee, with other cookies. */
export class RealProvider {
  private readonly host: string;
  private process: ChildProcess | undefined;
  private ended: Promise<never> | undefined;

  private constructor(
    private readonly options: RealProviderOptions,
    private readonly port: number,
    private readonly node: string,
  ) {
    this.host = `127.0.0.${options.id + 1}`;
  }

  static async start(options: RealProviderOptions): Promise<RealProvider> {
    const provider = new RealProvider(options, await freePort(), await installNode22());
    await provider.listen();
    return provider;
  }

  get issuer(): string {
    return `http://${this.host}:${this.port}`;
  }

  settings(changes: Record<string, string> = {}): Record<string, string> {
    const all = {
      ISSUER: this.issuer,
      CLIENT_ID: 'burgee',
      CLIENT_SECRET: SECRET,
      NAME: `Provider ${this.options.id}`,
      SCOPES: 'openid email profile groups',
      ...changes,
    };
    return Object.fromEntries(Object.entries(all).map(([name, value]) => [`OIDC_${this.options.id}_${name}`, value]));
  }

  /** What the provider says of a person from now on. @returns their login */
  async person(claims: { email: string; groups?: string[] | undefined }, login = unique('person')): Promise<string> {
    const all = { name: 'Ada', email_verified: true, groups: [], ...claims };
    this.process?.stdin?.write(`${JSON.stringify([login, all])}\n`);
    await this.line();
    return login;
  }

  /** With new keys each time. */
  async listen(): Promise<void> {
    const { id, burgee, clockSeconds } = this.options;
    const own = `${burgee}/api/auth/oidc/${id}`;
    const client = {
      client_id: 'burgee',
      client_secret: SECRET,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [`${own}/callback`],
      post_logout_redirect_uris: [`${burgee}/sign-in`],
      backchannel_logout_uri: `${own}/backchannel-logout`,
      backchannel_logout_session_required: true,
    };
    const config = JSON.stringify({ host: this.host, port: this.port, client, clockSeconds });
    this.process = spawn(this.node, [PROGRAM, config], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.ended = once(this.process, 'exit').then(() => Promise.reject(new Error('oidc-provider ended')));
    this.ended.catch(() => undefined);
    await this.line();
  }

  async stop(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  }

  /** @throws when it ended */
  private async line(): Promise<void> {
    await Promise.race([once(this.process!.stdout!, 'data'), this.ended]);
  }
}
