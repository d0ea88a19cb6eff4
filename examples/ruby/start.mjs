// node examples/ruby/start.mjs
import { join } from 'node:path';
import { run } from '../prepare.mjs';
import { runProgram } from '../run-program.mjs';

await run(() => runProgram('ruby', join(import.meta.dirname, 'main.rb')));
