import { parseArgs } from 'node:util';
import type { Flag } from '@burgee/evaluation';
import { toFeature } from '@burgee/unleash-api';
import { fetchFrom } from '../fetch-from.js';
import { printable } from '@burgee/process-kit';
import { runningUrl } from '../seed/running-url.js';
import { compareDecisions, describeComparison } from './compare-decisions.js';
import { readDocument } from './unleash-document.js';

const DECISIONS = 1_000_000;

const USAGE = `npm run compare -- unleash                    decides every flag there and here; docs/guides/from-unleash.md
  --url URL --token TOKEN    Unleash, and a token for server SDKs, which is of one environment
  --file FILE                or what GET /api/client/features answered, in a file
  --to URL                   Burgee; the one that \`npm start\` runs here, unless named
  --key KEY                  an SDK key of the environment there
  --decisions ${DECISIONS}        how many
  --seed 1                   the same callers for the same number`;

const text = { type: 'string' } as const;

async function fetchFlags(url: string, key: string): Promise<Flag[]> {
  const address = `${url.replace(/\/$/, '')}/api/v1/flags`;
  const answer = await fetchFrom(address, { headers: { 'x-sdk-key': key } });
  const hint = answer.status === 401 ? ' It takes an SDK key of the environment, bge_sdk_….' : '';
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.${hint}`);
  return (await answer.json()) as Flag[];
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      url: text,
      token: text,
      file: text,
      to: text,
      key: text,
      decisions: text,
      seed: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return void process.stdout.write(`${USAGE}\n`);
  const { to, key, decisions = DECISIONS, seed = 1 } = values;
  const numbers = { decisions: Number(decisions), seed: Number(seed) };
  const isWhole = Object.values(numbers).every((number) => Number.isInteger(number) && number > 0);
  if (positionals.join(' ') !== 'unleash' || !key || !isWhole) throw new Error(USAGE);
  const document = await readDocument(values);
  const flags = await fetchFlags(to ?? runningUrl(), key);
  const comparison = await compareDecisions(document, flags.map(toFeature), numbers);
  process.stdout.write(printable(`${describeComparison(comparison)}\n`));
  if (comparison.differing.size > 0) process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  process.stderr.write(printable(`${error instanceof Error ? error.message : String(error)}\n`));
  process.exitCode = 1;
}
