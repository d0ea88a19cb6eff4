import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { tryRuntimes } = await import('./dist/runtimes/try-runtimes.js');
  if (!(await tryRuntimes(ROOT))) process.exit(1);
});
