import { parseArgs } from 'node:util';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  await bootstrap();
  const { release } = await import('./dist/release/main.js');
  if (!(await release(ROOT, { isDryRun: values['dry-run'] }))) process.exit(1);
});
