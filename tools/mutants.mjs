import { parseArgs } from 'node:util';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const only = positionals.map(Number);
  if (only.some((number) => !Number.isInteger(number)))
    throw new Error('npm run mutants -- 3 7   tries the third and the seventh; without numbers, all.');
  await bootstrap();
  const { runMutants } = await import('./dist/mutants/run.js');
  if (!(await runMutants(ROOT, only))) process.exit(1);
});
