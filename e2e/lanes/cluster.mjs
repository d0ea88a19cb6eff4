import 'reflect-metadata';
import { startSharedCluster } from '@burgee/testing';
import { serve } from './serve.mjs';

await serve(async () => {
  const { addresses, stop } = await startSharedCluster(process.cwd());
  return { env: { BURGEE_TEST_CLUSTER: JSON.stringify(addresses) }, stop };
});
