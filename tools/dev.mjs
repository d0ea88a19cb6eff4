import { bootstrap, main, report } from './bootstrap.mjs';
import { onNpmGone } from './npm-gone.mjs';

await main(async () => {
  onNpmGone(() => process.kill(process.pid, 'SIGTERM'));
  console.log('Burgee is starting, and will follow your edits.');
  await bootstrap();
  const { start } = await import('./dist/start/start.js');
  await start(report, { watch: true });
});
