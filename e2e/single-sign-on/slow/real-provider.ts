import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@burgee/launcher';
import { unique } from '@burgee/testing';

const SECRET = 'a secret of the tests';
const PROGRAM = join(import.meta.dirname, 'provider-program.mjs');

/** oidc-provider, with a form that takes any password. */
export class RealProvider {
  private process: ChildProcess | undefined;

  private constructor(
    readonly id: number,
    private readonly port: number,
    private readonly burgee: string,
  ) {}

  /** @param id the number in Burgee's settings @param burgee its public address */
  static async start(id: number, burgee: string): Promise<RealProvider> {
    const provider = new RealProvider(id, await freePort(), burgee);
    await provider.listen();
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  settings(changes: Record<string, string> = {}): Record<string, string> {
    const all = {
      ISSUER: this.issuer,
      CLIENT_ID: 'burgee',
      CLIENT_SECRET: SECRET,
      NAME: `Provider ${this.id}`,
      SCOPES: 'openid email profile groups',
      ...changes,
    };
    return Object.fromEntries(Object.entries(all).map(([name, value]) => [`OIDC_${this.id}_${name}`, value]));
  }

  /** A login of a person of whom the provider says this. */
  login(claims: { email: string; groups?: string[] }): string {
    const all = { name: 'Ada', email_verified: true, groups: [], id: unique('person'), ...claims };
    return Buffer.from(JSON.stringify(all)).toString('base64url');
  }

  /** With new keys each time. */
  async listen(): Promise<void> {
    const own = `${this.burgee}/api/auth/oidc/${this.id}`;
    const client = {
      client_id: 'burgee',
      client_secret: SECRET,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [`${own}/callback`],
      post_logout_redirect_uris: [`${this.burgee}/sign-in`],
      backchannel_logout_uri: `${own}/backchannel-logout`,
      backchannel_logout_session_required: true,
    };
    const config = JSON.stringify({ port: this.port, client });
    this.process = spawn(process.execPath, [PROGRAM, config], { stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = once(this.process, 'exit').then(() => Promise.reject(new Error('oidc-provider did not start')));
    ended.catch(() => undefined);
    await Promise.race([once(this.process.stdout!, 'data'), ended]);
  }

  async stop(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  }
}
