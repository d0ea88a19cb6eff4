import { join } from 'node:path';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { makeSbom, writeCycloneDx } = await import('./dist/supply/sbom.js');
  const file = join('dist', 'sbom.cdx.json');
  const sbom = await makeSbom(ROOT);
  writeCycloneDx(sbom, join(ROOT, file));
  console.log(`${file}: ${sbom.components.length} components`);
});
