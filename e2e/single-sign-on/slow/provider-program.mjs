import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

/**
 * oidc-provider as a program: Jest cannot load it. A login is its own account: the claims as JSON, base64url. New keys at each
 * start. Ends with its standard input.
 */
const { port, client } = JSON.parse(process.argv[2] ?? '{}');
const { privateKey } = await generateKeyPair('RS256', { extractable: true });

const claimsOf = (login) => JSON.parse(Buffer.from(login, 'base64url').toString());

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [client],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
  cookies: { keys: ['a key of the tests'] },
  claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  scopes: ['openid', 'email', 'profile', 'groups'],
  features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
  findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...claimsOf(sub), sub }) }),
});
provider.listen(port, '127.0.0.1', () => process.stdout.write('listening\n'));
process.stdin.on('end', () => process.exit()).resume();
