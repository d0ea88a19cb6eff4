import { bootstrap, main, report } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { flagbench } = await import('./dist/flagbench/flagbench.js');
  await flagbench(report, process.argv.slice(2));
});
