import { bootstrap, main } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  await import('./dist/accounts/main.js');
});
