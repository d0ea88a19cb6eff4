import { bootstrap, main } from './bootstrap.mjs';

/* npm run operator -- --help    a command of burgee-operator, on the database that npm start uses */
await main(async () => {
  await bootstrap();
  const { operate } = await import('./dist/start/operate.js');
  process.exitCode = await operate(process.argv.slice(2));
});
