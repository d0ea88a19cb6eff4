import { join } from 'node:path';
import { bootstrap, main, ROOT } from './bootstrap.mjs';
import { onNpmGone } from './npm-gone.mjs';

/*
 * npm run edge -- --upstream https://flags.example.com --key bge_sdk_…
 * npm run edge -- --help
 */
await main(async () => {
  onNpmGone(() => process.kill(process.pid, 'SIGTERM'));
  await bootstrap();
  await import(join(ROOT, 'apps', 'edge', 'dist', 'main.js'));
});
