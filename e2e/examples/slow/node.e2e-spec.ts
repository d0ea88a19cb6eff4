import { afterEach, describe, expect, it } from '@jest/globals';
import { Example } from '../example.js';

let example: Example;
afterEach(async () => {
  await example.stop();
});

describe('node examples/node/start.mjs', () => {
  it('prints the flag, prints it again as it flips, and ends with Ctrl-C', async () => {
    example = new Example('node');
    await example.says(/new-checkout is off/);
    await example.flip(true);
    await example.says(/new-checkout is on/);
    expect(await example.stop()).toBe(0);
  });

  it('says how to start Burgee when there is none', async () => {
    example = new Example('node', { BURGEE: 'http://127.0.0.1:9' });
    expect(await example.says(/Start it with: npm start/)).toHaveLength(1);
  });
});
