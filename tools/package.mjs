import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { packageAll } = await import('./dist/package/main.js');
  const { pack } = await import('./dist/package/pack.js');
  const { readManifest } = await import('./dist/package/publishable.js');
  const folders = await packageAll(ROOT, process.argv[2]);
  const packed = new Map();
  for (const folder of folders) packed.set(readManifest(folder).name, await pack(folder));
  console.log('\nOn no public registry: in your project, what a package asks for in the same line.');
  for (const folder of folders) {
    const { name, peerDependencies = {} } = readManifest(folder);
    const files = [name, ...Object.keys(peerDependencies)].map((one) => packed.get(one)).filter(Boolean);
    console.log(`  npm install ${files.join(' ')}`);
  }
});
