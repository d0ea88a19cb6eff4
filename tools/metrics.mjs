import { bootstrap, main, ROOT } from './bootstrap.mjs';

// Draws the pictures of the dashboards in docs/observability again.
await main(async () => {
  await bootstrap();
  const { tryMetrics } = await import('./dist/observability/try-metrics.js');
  const complaints = await tryMetrics(ROOT, { isDrawing: true });
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});
