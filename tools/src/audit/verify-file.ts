import { describeFault, verifyExport } from '@burgee/audit/export';
import { INSTANCE_CHAIN } from '@burgee/contracts/wire';
import { CANNOT_SAY, type Command, earlierExports, HOLDS, linesOf, TAMPERED } from './command.js';
import { describeHistory } from './describe-history.js';

const UNSIGNED =
  'UNSIGNED: version 0.1.0 made this export, and nothing signed says where it begins. Export the history again.';

/** Needs neither a network nor a database. @returns the exit code @throws UnreadableExport */
export async function verifyFile(command: Command & { file: string }, print: (line: string) => void): Promise<number> {
  const { file, kid } = command;
  const alone = await verifyExport(linesOf(file), { kid });
  const earlier = await earlierExports(command, alone.chain_id);
  const verified = earlier.length === 0 ? alone : await verifyExport(linesOf(file), { earlier, kid });
  const { chain_id, exported_at, begins, beginning, checkpoint, seen } = verified;
  const { fault, ...comparison } = verified.comparison;
  const whose = chain_id === INSTANCE_CHAIN ? 'the instance' : `the project ${chain_id}`;
  const lines = describeHistory({
    ...comparison,
    title: `History of ${whose}, exported at ${exported_at}.`,
    dropped: begins.seq,
    beginning,
    checkpoint,
    fault: fault && describeFault(fault),
    unsigned: seen.isSigned ? undefined : UNSIGNED,
  });
  for (const line of lines) print(line);
  if (fault) return TAMPERED;
  return seen.isSigned ? HOLDS : CANNOT_SAY;
}
