import { parseArgs } from 'node:util';
import { bootstrap, main } from './bootstrap.mjs';

await main(async () => {
  const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' } }, allowPositionals: true });
  await bootstrap();
  const { writeEnvFile } = await import('./dist/deploy/env-file.js');
  writeEnvFile(positionals[0] ?? '.env', values);
});
