import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { evaluate, type EvaluationContext, type EvaluationDetails, type Flag, parseList } from '@burgee/evaluation';
import { aFlag, aProject, type Project, sharedCluster } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { edit } from '../interface/flag-calls.js';
import { fetchFlags } from '../interface/sdk-calls.js';
import { evaluateAll } from '../ofrep/ofrep-calls.js';
import { SERVERS } from '../ofrep/servers.js';
import { generateContexts, generateFlags } from './unleash/generate.js';

const DECISIONS = 20_000;
const VECTORS = join('libs', 'evaluation', 'vectors');
const PYTHON = 'python3';
const EVALUATOR = join('e2e', 'interop', 'evaluator.py');

interface Outcome extends Omit<EvaluationDetails<unknown>, 'value'> {
  value?: unknown;
}

let project: Project;
let flags: Flag[];
const contexts = generateContexts();
beforeAll(async () => {
  project = await aProject(sharedCluster().url);
  for (const [key, { type, value }] of generateFlags()) {
    const answer = await edit(project.owner, await aFlag(project, { key, type }), project.development, value);
    if (answer.status !== 200) throw new Error(`${JSON.stringify(value)} answered ${answer.status}: ${answer.text}`);
  }
  flags = (await fetchFlags(project.development)).body;
}, 120_000);

/** As JSON carries it. A client takes its own default where there is no value. */
const outcome = ({ value, reason, variant, errorCode }: Outcome): string =>
  JSON.stringify(errorCode ? { errorCode } : { value: value ?? null, reason, variant });
const decide = (flag: Flag, context: EvaluationContext): string =>
  outcome(evaluate<unknown>([flag], flag.key, undefined, context, flag.type));

describe('20,000 random decisions', () => {
  it('are of rules with lists, of those that match and of those that do not', () => {
    const counts = { list: 0, text: 0, other: 0 };
    for (const flag of flags)
      for (const context of contexts) {
        const { reason } = evaluate<unknown>([flag], flag.key, undefined, context, flag.type);
        const isList = parseList(flag.targeting_value ?? '') !== undefined;
        counts[reason !== 'TARGETING_MATCH' ? 'other' : isList ? 'list' : 'text']++;
      }
    expect(counts.list + counts.text + counts.other).toBeGreaterThanOrEqual(DECISIONS);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(DECISIONS / 50);
  });

  it.each(SERVERS)('are those of the evaluator over OFREP, at %s', async (_, startServer) => {
    const server = await startServer(project);
    try {
      for (const context of contexts) {
        const { body } = await evaluateAll(project.development, context, {}, { base: server.url });
        const made = new Map((body.flags as (Outcome & { key: string })[]).map((one) => [one.key, outcome(one)]));
        expect(made).toEqual(new Map(flags.map((flag) => [flag.key, decide(flag, context)])));
      }
    } finally {
      await server.stop();
    }
  });

  it('are those of a second evaluator, in Python', async () => {
    const asked = flags.flatMap((flag) => contexts.map((context) => ({ flag, context })));
    const child = spawn(PYTHON, [EVALUATOR], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = asked.map(({ flag, context }) =>
      JSON.stringify({ flags: [flag], key: flag.key, type: flag.type, default: null, context }),
    );
    child.stdin.end(lines.join('\n'));
    const answers = (await text(child.stdout)).trim().split('\n');
    expect(answers).toHaveLength(asked.length);
    const differing = asked.filter(
      ({ flag, context }, index) => outcome(JSON.parse(answers[index]!)) !== decide(flag, context),
    );
    expect(differing).toEqual([]);
  });
});

describe('a second evaluator, in Python, written from the document alone', () => {
  it('agrees on all vectors', async () => {
    const files = readdirSync(VECTORS).map((file) => join(VECTORS, file));
    const { stdout } = await promisify(execFile)(PYTHON, [EVALUATOR, ...files]);
    const all = files.flatMap((file) => Object.values(JSON.parse(readFileSync(file, 'utf8'))));
    const cases = all.flatMap((part) => (Array.isArray(part) ? part : []));
    expect(JSON.parse(stdout)).toEqual({ cases: cases.length, wrong: [] });
  });
});
