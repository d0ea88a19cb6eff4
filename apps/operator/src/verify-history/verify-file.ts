import { describeFault, verifyExport } from '@burgee/audit/export';
import { INSTANCE_CHAIN } from '@burgee/contracts/wire';
import type { Outcome } from '../outcome.js';
import { type Command, earlierExports, evidenceOf, linesOf } from './command.js';
import { describeHistory, doubtsOf } from './describe-history.js';

const UNSIGNED = 'version 0.1.0 made this export, and nothing signed says where it begins. Export the history again.';

/** Needs neither a network nor a database. @throws UnreadableExport */
export async function verifyFile(command: Command & { file: string }): Promise<Outcome> {
  const { file, kids } = command;
  const alone = await verifyExport(linesOf(file), { kids });
  const evidence = evidenceOf(command, await earlierExports(command, alone.chain_id));
  const verified = command.against.length === 0 ? alone : await verifyExport(linesOf(file), evidence);
  const { chain_id, exported_at, begins, beginning, checkpoint, seen } = verified;
  const { fault, ...comparison } = verified.comparison;
  const whose = chain_id === INSTANCE_CHAIN ? 'the instance' : `the project ${chain_id}`;
  const signed = { beginning, checkpoint, lost: comparison.lost };
  const doubts = [...(seen.isSigned ? [] : [UNSIGNED]), ...doubtsOf(signed, command, evidence.kids)];
  return describeHistory({
    ...comparison,
    ...signed,
    title: `History of ${whose}, exported at ${exported_at}.`,
    dropped: begins.seq,
    fault: fault && describeFault(fault),
    doubts,
  });
}
