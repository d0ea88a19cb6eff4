import { mintSdkKey } from '@burgee/contracts/wire';
import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import {
  aDecidedProject,
  type DecidedProject,
  expectAccepted,
  expectChanges,
  expectDecisions,
  expectRefused,
  type ProviderWays,
  rotateKey,
} from './expect-decisions.js';
import type { Provider, StartProvider } from './provider.js';
import type { Server, SERVERS } from './servers.js';

/** The tests of every provider for servers. */
export function describeServerProvider(
  name: string,
  start: StartProvider,
  servers: typeof SERVERS,
  ways?: ProviderWays,
): void {
  describe.each(servers)(`the provider for ${name}, at %s`, (_, startServer) => {
    let server: Server;
    let decided: DecidedProject;
    const open: Provider[] = [];
    const provider = async (key: string, base = server.url) => {
      const one = await start(base, key);
      open.push(one);
      return one;
    };
    beforeAll(async () => {
      decided = await aDecidedProject();
      server = await startServer(decided.project);
    }, 300_000);
    afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));
    afterAll(() => server?.stop());

    it('decides values of every kind, rules and percentages, and says what cannot be decided', async () => {
      // As a browser copies an address.
      await expectDecisions(await provider(decided.project.development.sdk_key, `${server.url}/`), ways);
    });

    it('sees a change', async () => {
      await expectChanges(decided, await provider(decided.project.development.sdk_key), server);
    });

    it('has defaults with a key that is refused', async () => {
      await expectRefused(await provider(mintSdkKey()), 'GENERAL', server);
    });

    it('goes on with a key that was rotated with grace, and has defaults once it is revoked', async () => {
      const { sdk_key: first } = decided.project.development;
      const before = await provider(first);
      const second = await rotateKey(decided, 'sdk', 60);
      await expectAccepted(before, server);
      const after = await provider(second);
      await expectAccepted(after, server);
      const third = await rotateKey(decided, 'sdk', 0);
      await expectRefused(after, 'GENERAL', server);
      await expectAccepted(await provider(third), server);
      decided.project.development.sdk_key = third;
    });
  });
}
