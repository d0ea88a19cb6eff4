import { bootstrap, main } from './bootstrap.mjs';

/* npm run seed -- --large [--url https://…]    fills a running Burgee with one large project, through its API */
await main(async () => {
  await bootstrap();
  await import('./dist/seed/main.js');
});
