import { bootstrap, main, ROOT } from './bootstrap.mjs';

// Renders the chart's goldens in tools/fixtures/chart again. `npm run verify -- deployments` compares them.
await main(async () => {
  await bootstrap();
  const { writeGoldens } = await import('./dist/chart/try-chart.js');
  await writeGoldens(ROOT);
});
