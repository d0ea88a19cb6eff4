import { listCollidingAccounts } from './list-colliding-accounts.js';

try {
  await listCollidingAccounts();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
