import { runCommand } from './command.js';
import { verifyFile } from './verify-file.js';

const print = (line: string) => console.log(line);

process.exitCode = await runCommand(process.argv.slice(2), print, async ({ file, ...command }) => {
  if (file !== undefined) return verifyFile({ ...command, file }, print);
  // Verifying a file loads no database driver.
  const { verifyInstance } = await import('./verify-instance.js');
  return verifyInstance({ ...command, file }, print);
});
