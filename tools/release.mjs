import { parseArgs } from 'node:util';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  const isSet = { type: 'boolean', default: false };
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { 'dry-run': isSet, image: isSet, 'node-image': text, tag: text } });
  await bootstrap();
  const { release } = await import('./dist/release/main.js');
  const isMade = await release(ROOT, {
    tag: values.tag,
    isDryRun: values['dry-run'],
    hasImage: values.image,
    nodeImage: values['node-image'],
  });
  if (!isMade) process.exit(1);
});
