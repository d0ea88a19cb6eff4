import { bootstrap, main } from './bootstrap.mjs';

/*
 * npm run export -- --project NAME [FILE]          a project as one document: docs/guides/export-and-import.md
 * npm run import:project -- --project NAME FILE    and back
 */
await main(async () => {
  await bootstrap();
  await import('./dist/transfer/main.js');
});
