import { bootstrap, main, report } from './bootstrap.mjs';

/*
 * npm run sizing                            what the estate of docs/operate/sizing.md needs
 * npm run sizing -- --services 50 ...       what another one needs: --help names all
 * npm run sizing -- --measure [--write]     what one of each holds on this machine; kept with --write
 */
await main(async () => {
  await bootstrap();
  const { sizing } = await import('./dist/sizing/sizing.js');
  await sizing(report, process.argv.slice(2));
});
