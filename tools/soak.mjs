import { bootstrap, main, report } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { soak } = await import('./dist/soak/soak.js');
  await soak(report, process.argv.slice(2));
});
