import { bootstrap, main, report } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { bench } = await import('./dist/bench/bench.js');
  await bench(report, process.argv.slice(2));
});
