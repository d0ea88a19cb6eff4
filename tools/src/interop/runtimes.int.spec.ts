import { sharedCluster } from '@burgee/testing';
import { expect, it } from '@jest/globals';
import { tryNextHere, tryRuntimes } from '../runtimes/try-runtimes.js';

const { root, url } = sharedCluster();

it('the SDK evaluates, follows a change and closes in Node.js, Deno, Bun and workerd', async () => {
  expect(await tryRuntimes(root, url)).toEqual([]);
}, 900_000);

it('an app of Next.js renders flags on the server and follows them in the page', async () => {
  await expect(tryNextHere(root, url)).resolves.toBeUndefined();
}, 900_000);
