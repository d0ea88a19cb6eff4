// node examples/unleash/java/start.mjs
import { join } from 'node:path';
import { run } from '../../prepare.mjs';
import { runProgram } from '../../run-program.mjs';

await run(() => runProgram('java', join(import.meta.dirname, 'Main.java')));
