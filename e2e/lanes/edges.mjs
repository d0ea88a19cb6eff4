import { randomBytes } from 'node:crypto';
import 'reflect-metadata';
import { sharedCluster, startEdge } from '@burgee/testing';
import { serve } from './serve.mjs';

// Two, of which the second follows the first: whatever one hop keeps, two have to.
await serve(async () => {
  const { url, services } = sharedCluster();
  const gateway = services['sdk-gateway-1'].url;
  const settings = { ACCEPT_KEYS: 'on', STREAM_TICKET_SECRET: randomBytes(32).toString('base64url') };
  const first = await startEdge({ ...settings, UPSTREAM_URLS: gateway });
  const second = await startEdge({ ...settings, UPSTREAM_URLS: first.url });
  const profile = { edges: [first.url, second.url], gateway, url };
  const stop = async () => {
    await second.stop();
    await first.stop();
  };
  return { env: { BURGEE_TEST_EDGES: JSON.stringify(profile) }, stop };
});
