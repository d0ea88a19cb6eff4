import { parseArgs } from 'node:util';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  await bootstrap();
  const { tryChart } = await import('./dist/chart/try-chart.js');
  if (!(await tryChart(ROOT, { isWriting: values.write }))) process.exit(1);
});
