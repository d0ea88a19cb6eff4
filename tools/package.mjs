import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { packageAll } = await import('./dist/package/main.js');
  await packageAll(ROOT, process.argv[2]);
});
