import { serveChromium } from '@burgee/testing';
import { serve } from './serve.mjs';

await serve(async () => {
  const server = await serveChromium();
  return { env: { BURGEE_TEST_CHROMIUM: server.wsEndpoint() }, stop: () => server.close() };
});
