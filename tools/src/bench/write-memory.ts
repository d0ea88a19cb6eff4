import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Preloaded into a process that is measured (`node --import`): on SIGUSR2 it collects garbage, and writes what is left in memory to the
 * file that MEMORY_FOLDER and its process id name.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  collect();
  // What the first one has finalized is free only now.
  setImmediate(() => {
    collect();
    writeFileSync(`${process.env.MEMORY_FOLDER}/${process.pid}.json`, JSON.stringify(process.memoryUsage()));
  });
});
