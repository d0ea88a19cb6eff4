import { bootstrap, main, ROOT } from './bootstrap.mjs';

const STRYKER = 'stryker';

/** Sets the exit code when the score is too low. */
async function runStryker() {
  const { Stryker } = await import('@stryker-mutator/core');
  await new Stryker({ configFile: 'stryker.config.mjs' }).runMutationTest();
}

/*
 * npm run verify -- mutants               all of the list, then Stryker
 * npm run verify -- mutants 3 sequence    the third of the list, and those with that word in their name
 * npm run verify -- mutants stryker       Stryker alone
 */
await main(async () => {
  await bootstrap();
  const only = process.argv.slice(2);
  const words = only.filter((word) => word !== STRYKER);
  const { runMutants } = await import('./dist/mutants/run.js');
  if (words.length > 0 || only.length === 0) process.exitCode = (await runMutants(ROOT, words)) ? 0 : 1;
  if (words.length < only.length || only.length === 0) await runStryker();
});
