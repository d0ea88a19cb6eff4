// node examples/node/start.mjs
import { createClient } from '@burgee/sdk';
import { BURGEE, prepare, run } from '../prepare.mjs';

await run(async () => {
  const sdkKey = process.env.BURGEE_SDK_KEY ?? (await prepare('new-checkout')).sdkKey;
  const flags = createClient({ baseUrl: BURGEE, sdkKey, context: { targetingKey: 'user-1' } });
  await flags.ready();

  const show = () => console.log(`new-checkout is ${flags.bool('new-checkout', false) ? 'on' : 'off'}`);
  flags.on('change:new-checkout', show);
  show();

  process.on('SIGINT', () => flags.close());
});
