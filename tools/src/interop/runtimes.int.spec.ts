import { sharedCluster } from '@burgee/testing';
import { expect, it } from '@jest/globals';
import { NEXTS } from '../runtimes/try-next.js';
import { tryNextHere, tryRuntimes } from '../runtimes/try-runtimes.js';

const { root, url } = sharedCluster();

it('the SDK evaluates, follows a change and closes in Node.js, Deno, Bun and workerd', async () => {
  expect(await tryRuntimes(root, url)).toEqual([]);
}, 900_000);

it.each(NEXTS)(
  'an app of Next.js %s renders flags on the server and follows them in the page',
  async (version, react) => {
    await expect(tryNextHere(root, url, version, react)).resolves.toBeUndefined();
  },
  900_000,
);
