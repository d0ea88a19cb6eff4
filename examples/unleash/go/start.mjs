// node examples/unleash/go/start.mjs
import { join } from 'node:path';
import { run } from '../../prepare.mjs';
import { runProgram } from '../../run-program.mjs';

await run(() => runProgram('go', join(import.meta.dirname, 'main.go')));
