#!/usr/bin/env node
import { run } from './run.js';

// This is the shell of the program: its arguments, its environment, its streams.
// oxlint-disable-next-line node/no-process-env
void run(process.argv.slice(2), process.env, process.stdout, process.stderr).then((code) => {
  process.exitCode = code;
});
