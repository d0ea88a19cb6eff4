import { bootstrap, main } from './bootstrap.mjs';

/*
 * npm run audit:verify -- export.ndjson    checks an export of the history by itself: docs/guides/audit.md
 * npm run audit:verify -- --instance       checks what belongs to no project, in the database
 */
await main(async () => {
  await bootstrap();
  await import('./dist/audit/main.js');
});
