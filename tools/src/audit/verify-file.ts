import { describeFault, verifyExport } from '@burgee/audit/export';
import { INSTANCE_CHAIN } from '@burgee/contracts/wire';
import { checkpointsOf, type Command, linesOf } from './command.js';
import { describeHistory } from './describe-history.js';

/** Needs neither a network nor a database. @returns whether nothing contradicts the chain @throws UnreadableExport */
export async function verifyFile(command: Command & { file: string }, print: (line: string) => void): Promise<boolean> {
  const checkpoints = await checkpointsOf(command);
  const verified = await verifyExport(linesOf(command.file), { checkpoints, kid: command.kid });
  const { chain_id, exported_at, begins, checkpoint } = verified;
  const { fault, ...comparison } = verified.comparison;
  const whose = chain_id === INSTANCE_CHAIN ? 'the instance' : `the project ${chain_id}`;
  const title = `History of ${whose}, exported at ${exported_at}.`;
  const told = { ...comparison, title, dropped: begins.seq, checkpoint, fault: fault && describeFault(fault) };
  for (const line of describeHistory(told)) print(line);
  return !fault;
}
