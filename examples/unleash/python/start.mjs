// node examples/unleash/python/start.mjs
import { join } from 'node:path';
import { run } from '../../prepare.mjs';
import { runProgram } from '../../run-program.mjs';

await run(() => runProgram('python', join(import.meta.dirname, 'main.py')));
