import { parseArgs } from 'node:util';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  await bootstrap();
  const { tryMetrics } = await import('./dist/observability/try-metrics.js');
  process.exit((await tryMetrics(ROOT, { isDrawing: values.write })) ? 0 : 1);
});
