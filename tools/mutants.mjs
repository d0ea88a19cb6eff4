import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { runMutants } = await import('./dist/mutants/run.js');
  // npm run verify -- mutants 3 sequence   tries the third, and those with that word in their name; without any, all.
  if (!(await runMutants(ROOT, process.argv.slice(2)))) process.exit(1);
});
