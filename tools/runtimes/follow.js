import { createClient } from '@burgee/sdk';
import { bucketOf, murmur3 } from '@burgee/sdk/evaluation';

/** What each runtime does alike: it evaluates, follows one flag until that is on, closes, and says each step. */
export async function follow({ baseUrl, sdkKey, flagKey, vectors: { hashes, buckets } }, say) {
  const wrong = [
    ...hashes.filter(({ text, hash }) => murmur3(text) !== hash),
    ...buckets.filter(({ flag, key, bucket }) => bucketOf(flag, key) !== bucket),
  ];
  say(`vectors ${wrong.length} wrong`);
  const client = createClient({ baseUrl, sdkKey, logger: { warn: say } });
  say(`default ${client.bool(flagKey, true)}`);
  // Timers of a client keep no process alive.
  const stay = setInterval(() => undefined, 60_000);
  await client.ready();
  say(`ready ${client.bool(flagKey, true)}`);
  await new Promise((resolve) => client.on(`change:${flagKey}`, resolve));
  say(`changed ${client.bool(flagKey, false)}`);
  client.close();
  clearInterval(stay);
  say('closed');
}
