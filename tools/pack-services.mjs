import { statSync } from 'node:fs';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { writeServices } = await import('./dist/release/pack-services.js');
  const file = writeServices(ROOT);
  console.log(`${file}: ${(statSync(file).size / 1_000_000).toFixed(1)} MB`);
});
