import { bootstrap, main, report } from './bootstrap.mjs';

await main(async () => {
  console.log('Burgee is starting.');
  await bootstrap();
  const { start } = await import('./dist/start/start.js');
  await start(report);
});
