import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An issuer of the tokens of CI jobs: it publishes its keys (OpenID Connect Discovery) and signs what it is asked to. */
export class TestIssuer {
  /** How often its keys were asked for. */
  asked = 0;
  /** What it answers instead, where a test sets it. */
  answer: { status: number; headers?: Record<string, string>; body?: string } | undefined;
  /** Whether it takes connections and says nothing. */
  isSilent = false;
  private readonly published: JWK[] = [];
  private signing: { kid: string; pair: Pair } | undefined;
  private made = 0;
  private jobs = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TestIssuer> {
    const server = createServer();
    const issuer = new TestIssuer(server);
    server.on('request', (request, reply) => {
      const { pathname, searchParams } = new URL(request.url ?? '', issuer.url);
      if (pathname === '/token') return void issuer.answerRunner(reply, searchParams.get('audience') ?? '');
      const isKeys = pathname === '/jwks';
      if (isKeys) issuer.asked++;
      if (issuer.isSilent) return;
      const { status = 200, headers = {}, body } = (isKeys && issuer.answer) || {};
      const document = isKeys ? { keys: issuer.published } : { issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` };
      reply.writeHead(status, headers).end(body ?? JSON.stringify(document));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await issuer.rotate();
    return issuer;
  }

  /** What the runner of a job is asked for its token. */
  private async answerRunner(reply: ServerResponse, audience: string): Promise<void> {
    reply.end(JSON.stringify({ count: 1, value: await this.sign(audience) }));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Signs with a new key from now on, and publishes no other. */
  async rotate(): Promise<void> {
    const pair = await generateKeyPair('ES256');
    const kid = `key-${++this.made}`;
    this.signing = { kid, pair };
    this.published.splice(0, 1, { ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' });
  }

  /** The token of a job of GitHub's, valid for five minutes. @param claims that differ */
  async sign(audience: string, claims: JWTPayload = {}, pair?: Pair): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const job = {
      iss: this.url,
      aud: audience,
      sub: 'repo:acme/shop:ref:refs/heads/main',
      jti: `job-${++this.jobs}`,
      iat: now,
      nbf: now,
      exp: now + 300,
      repository: 'acme/shop',
      repository_id: '74',
      ref: 'refs/heads/main',
      event_name: 'push',
      run_id: '987',
    };
    const { kid, pair: own } = this.signing as { kid: string; pair: Pair };
    const header = { alg: 'ES256', typ: 'JWT', kid };
    return new SignJWT({ ...job, ...claims }).setProtectedHeader(header).sign((pair ?? own).privateKey);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** A key that no issuer publishes. */
export const forgedKey = (): Promise<Pair> => generateKeyPair('ES256');
