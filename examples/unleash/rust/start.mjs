// node examples/unleash/rust/start.mjs
import { join } from 'node:path';
import { run } from '../../prepare.mjs';
import { runProgram } from '../../run-program.mjs';

await run(() => runProgram('rust', join(import.meta.dirname, 'main.rs')));
