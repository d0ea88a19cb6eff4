import { bootstrap, main } from './bootstrap.mjs';

/* npm run compare -- unleash …    compares decisions: docs/guides/from-unleash.md */
await main(async () => {
  await bootstrap();
  await import('./dist/unleash/compare-main.js');
});
