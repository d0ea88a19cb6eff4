import { bootstrap, main, report } from './bootstrap.mjs';
import { onNpmGone } from './npm-gone.mjs';

const USAGE = `npm start        starts Burgee with all that it needs, and opens nothing; Ctrl+C ends it
Its settings are variables of the environment: docs/reference/configuration.md. What to do with it: README.md.`;

await main(async () => {
  const [word] = process.argv.slice(2);
  if (word === '--help' || word === '-h') return console.log(USAGE);
  if (word !== undefined) throw new Error(`npm start takes no ${word}.\n${USAGE}`);
  onNpmGone(() => process.kill(process.pid, 'SIGTERM'));
  console.log('Burgee is starting.');
  await bootstrap();
  const { start } = await import('./dist/start/start.js');
  await start(report);
});
