import { bootstrap, main, report } from './bootstrap.mjs';

await main(async () => {
  console.log('Burgee is starting, and will follow your edits.');
  await bootstrap();
  const { start } = await import('./dist/start/start.js');
  await start(report, { watch: true });
});
