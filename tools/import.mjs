import { bootstrap, main } from './bootstrap.mjs';

/* npm run import -- unleash …    takes flags over: docs/guides/from-unleash.md */
await main(async () => {
  await bootstrap();
  await import('./dist/unleash/import-main.js');
});
