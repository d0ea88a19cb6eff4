import { createInterface } from 'node:readline';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

/**
 * oidc-provider as a program: Jest cannot load it. A line of its standard input is `[login, claims]` of a person, which it answers by a
 * line. New keys at each start. Ends with its standard input.
 */
const { host, port, client, clockSeconds } = JSON.parse(process.argv[2] ?? '{}');
const now = Date.now;
Date.now = () => now() + clockSeconds * 1_000;
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const people = new Map();

const provider = new Provider(`http://${host}:${port}`, {
  clients: [client],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
  cookies: { keys: ['a key of the tests'] },
  claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  scopes: ['openid', 'email', 'profile', 'groups'],
  features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
  // Without its guard, which keeps it from sending logout tokens to this machine.
  fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
  findAccount: (_context, sub) =>
    people.has(sub) && { accountId: sub, claims: async () => ({ ...people.get(sub), sub }) },
  // Asks nobody for consent, as a company's own provider.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
    grant.addOIDCScope(oidc.params.scope);
    await grant.save();
    return grant;
  },
});
provider.listen(port, host, () => process.stdout.write('listening\n'));
for await (const line of createInterface(process.stdin)) {
  people.set(...JSON.parse(line));
  process.stdout.write('known\n');
}
process.exit();
