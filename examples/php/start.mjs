// node examples/php/start.mjs
import { join } from 'node:path';
import { run } from '../prepare.mjs';
import { runProgram } from '../run-program.mjs';

await run(() => runProgram('php', join(import.meta.dirname, 'main.php')));
