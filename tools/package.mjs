import { join } from 'node:path';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { packAll } = await import('./dist/package/main.js');
  const { publishable } = await import('./dist/package/publishable.js');
  const folder = process.argv[2] ?? join(ROOT, '.packages');
  const packed = await packAll(ROOT, folder);
  const files = new Map(packed.map(({ name, filename }) => [name, join(folder, filename)]));
  console.log('\nOn no public registry: in your project, what a package asks for in the same line.');
  for (const { manifest } of publishable(ROOT)) {
    const { name, peerDependencies = {} } = manifest;
    const needed = [name, ...Object.keys(peerDependencies)].map((one) => files.get(one)).filter(Boolean);
    console.log(`  npm install ${needed.join(' ')}`);
  }
});
