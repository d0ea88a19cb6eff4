import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, getDiffieHellman, type JsonWebKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createConnectionServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PostThreads } from './post-threads.js';
import { tryPost } from './try-post.js';

const CERTIFICATES = 15;
const SETUP_WITHIN_MS = 60_000;
const OPTIONS = { allowPrivate: true, timeoutMs: 20_000, resolve: async () => ['127.0.0.1'] };

let folder: string;
let dear: ServerOptions;
let threads: PostThreads;
const rules = { allowPrivate: true };
const servers: Server[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-webhooks-'));
  // A thread runs compiled code.
  threads = new PostThreads(rules, new URL('../../dist/webhooks/post-thread.js', import.meta.url));
  dear = aDearOne();
}, SETUP_WITHIN_MS);
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(async () => {
  await threads?.end();
  rmSync(folder, { recursive: true, force: true });
});

async function listen(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const listenTls = (options: ServerOptions) =>
  listen(createTlsServer(options, (_, reply) => void reply.end()).on('tlsClientError', () => undefined));

const to = (port: number) => ({ url: `https://127.0.0.1:${port}/`, headers: {}, body: '{}' });

/** A certificate of this key, signed by `issuer` or self-signed. */
function certify(key: string, name: string, issuer?: string): string {
  const file = join(folder, `${name}.pem`);
  const by = issuer === undefined ? [] : ['-CA', issuer, '-CAkey', key];
  const args = ['req', '-x509', '-new', '-key', key, '-subj', `/CN=${name}`, '-days', '2', ...by, '-out', file];
  execFileSync('openssl', args, { stdio: 'pipe' });
  return file;
}

const toNumber = (text: string | undefined) => BigInt(`0x${Buffer.from(text ?? '', 'base64url').toString('hex')}`);
const toText = (value: bigint) => {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
};

/** The inverse of a number, or undefined. */
function inverse(of: bigint, modulus: bigint): bigint | undefined {
  let [a, b, x, y] = [of, modulus, 1n, 0n];
  while (b > 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  return a === 1n ? ((x % modulus) + modulus) % modulus : undefined;
}

/** An RSA key with a public exponent as long as its modulus, so that verifying takes as long as signing. */
function aKeyThatIsDearToVerify(): string {
  const jwk: JsonWebKey = generateKeyPairSync('rsa', { modulusLength: 3_072 }).privateKey.export({ format: 'jwk' });
  const [p, q] = [toNumber(jwk.p), toNumber(jwk.q)];
  const phi = (p - 1n) * (q - 1n);
  for (;;) {
    const d = BigInt(`0x${randomBytes(300).toString('hex')}`) | 1n;
    const e = inverse(d, phi);
    if (e === undefined) continue;
    const parts = { e: toText(e), d: toText(d), dp: toText(d % (p - 1n)), dq: toText(d % (q - 1n)) };
    const key = createPrivateKey({ format: 'jwk', key: { ...jwk, ...parts } });
    return key.export({ type: 'pkcs8', format: 'pem' }) as string;
  }
}

/** An endpoint with a long chain of such certificates. */
function aDearOne(): ServerOptions {
  const key = join(folder, 'dear.key');
  writeFileSync(key, aKeyThatIsDearToVerify());
  const chain = [certify(key, 'root')];
  for (let n = 1; n < CERTIFICATES; n++) chain.unshift(certify(key, `n${n}`, chain[0]));
  return { key: readFileSync(key), cert: chain.map((file) => readFileSync(file, 'utf8')).join('') };
}

/** The DER encoding of a positive number or of a list of them. */
const der = (tag: number, content: Buffer) => {
  const length = Buffer.from([0x82, content.length >> 8, content.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
};
const number = (bytes: Buffer) => der(2, Buffer.concat([Buffer.from([0]), bytes]));

/** An endpoint that speaks only Diffie-Hellman with its own prime. */
function oneWithItsOwnPrime(): ServerOptions {
  const prime = getDiffieHellman('modp14').getPrime();
  const text = der(0x30, Buffer.concat([number(prime), number(Buffer.from([2]))])).toString('base64');
  const lines = text.match(/.{1,64}/g)?.join('\n');
  const dhparam = `-----BEGIN DH PARAMETERS-----\n${lines}\n-----END DH PARAMETERS-----\n`;
  const key = join(folder, 'rsa.key');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const cert = readFileSync(certify(key, 'rsa'));
  return { key: readFileSync(key), cert, dhparam, ciphers: 'DHE-RSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' };
}

describe('an attempt in a thread', () => {
  it('returns a result in displayable words', async () => {
    const answering = createServer((_, reply) => void reply.writeHead(429, { 'retry-after': '7' }).end('later'));
    const port = await listen(answering);
    const request = { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' };
    const post = () => threads.post(request);
    expect(await post()).toEqual({ status: 429, retryAfter: '7', error: 'answered 429', answer: 'later' });
    rules.allowPrivate = false;
    const refused =
      'not sent: the host has a private or reserved address; operators can allow these with WEBHOOKS_ALLOW_PRIVATE=on for flags-admin';
    expect(await post()).toEqual({ status: null, error: refused, answer: null });
    rules.allowPrivate = true;
    answering.close();
    answering.closeAllConnections();
    expect(await post()).toEqual({ status: null, error: 'no answer: ECONNREFUSED', answer: null });
  });

  it("S106 computes for an endpoint without blocking the service's thread", async () => {
    const port = await listenTls(dear);
    let [last, longest] = [performance.now(), 0];
    const look = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    };
    const timer = setInterval(look, 1);
    const begun = performance.now();
    const attempt = await threads.post(to(port));
    const tookMs = performance.now() - begun;
    look();
    clearInterval(timer);
    expect(attempt).toEqual({ status: null, error: 'no answer: SELF_SIGNED_CERT_IN_CHAIN', answer: null });
    // If it ran here, nothing else would have run for that long.
    expect(longest).toBeLessThan(tookMs / 2);
  });

  it('S106 does not offer Diffie-Hellman with parameters that the endpoint chooses', async () => {
    const attempt = await tryPost(to(await listenTls(oneWithItsOwnPrime())), OPTIONS);
    expect(attempt).toEqual({ status: null, error: 'no answer: EPROTO', answer: null });
  });

  it('closes its connection when the endpoint does not answer the handshake', async () => {
    const connections: Socket[] = [];
    const port = await listen(createConnectionServer((socket) => void connections.push(socket.on('error', () => {}))));
    const attempt = await tryPost(to(port), { ...OPTIONS, timeoutMs: 200 });
    expect(attempt.error).toBe('no answer in time');
    const [connection] = connections as [Socket];
    connection.resume();
    if (!connection.destroyed) await once(connection, 'close');
  });
});
