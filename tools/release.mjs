import { parseArgs } from 'node:util';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  const isSet = { type: 'boolean', default: false };
  const { values } = parseArgs({ options: { 'dry-run': isSet, image: isSet, 'node-image': { type: 'string' } } });
  await bootstrap();
  const { release } = await import('./dist/release/main.js');
  if (
    !(await release(ROOT, {
      isDryRun: values['dry-run'],
      hasImage: values.image,
      nodeImage: values['node-image'],
    }))
  )
    process.exit(1);
});
