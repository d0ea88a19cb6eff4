import { parseArgs } from 'node:util';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { to: text, join: text, tag: text, 'node-image': text, 'go-image': text } });
  if (!values.to) throw new Error('Name the registry: npm run release:images -- --to ghcr.io/your-organization');
  await bootstrap();
  const { publishImages } = await import('./dist/release/main.js');
  const isPublished = publishImages(ROOT, values.to, {
    tag: values.tag,
    platforms: values.join?.split(','),
    nodeImage: values['node-image'],
    goImage: values['go-image'],
  });
  if (!isPublished) process.exit(1);
});
