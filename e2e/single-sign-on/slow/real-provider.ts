import { once } from 'node:events';
import type { Server } from 'node:http';
import { freePort } from '@burgee/launcher';
import { generateKeyPair, exportJWK } from 'jose';
import { Provider } from 'oidc-provider';

/** What the provider says of a person, by login name. */
type People = Record<string, { email: string; name: string; groups: string[] }>;

const SECRET = 'a secret of the tests';

/** oidc-provider, with a form that takes any password. */
export class RealProvider {
  readonly people: People = {};
  private server: Server | undefined;

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

  /** With new keys each time. */
  async listen(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const own = `${this.burgee}/api/auth/oidc/${this.id}`;
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'burgee',
          client_secret: SECRET,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [`${own}/callback`],
          post_logout_redirect_uris: [`${this.burgee}/sign-in`],
          backchannel_logout_uri: `${own}/backchannel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['a key of the tests'] },
      claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: async () => ({ sub, email_verified: true, ...this.people[sub] }),
      }),
    });
    this.server = provider.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    this.server?.close();
    this.server = undefined;
  }
}
