import { edit, type Mutant } from '../mutant.js';

const STEP = 'apps/edge/src/upstream/step.ts';
const STEP_SPEC = 'apps/edge/src/upstream/step.spec.ts';
const SOURCE = 'apps/edge/src/source/upstream-flag-source.ts';
const SOURCE_SPEC = 'apps/edge/src/source/upstream-flag-source.spec.ts';
const STREAM = 'libs/flag-serving/src/stream';

/** Edges that are older than they say, or that refuse and serve the wrong callers. */
export const EDGE_MUTANTS: Mutant[] = [
  {
    name: 'an edge is current before it was told what it had missed',
    edits: [
      edit(
        STEP,
        "else if (event.kind === 'access') {",
        "else if (event.kind === 'ready') set({ isLive: true });\n    else if (event.kind === 'access') {",
      ),
    ],
    suite: STEP_SPEC,
    killer: 'is not current before it was told all that it had missed',
  },
  {
    name: 'an edge of an edge takes the time of a heartbeat for that of the flags',
    edits: [edit(STEP, 'return at === undefined ? now :', 'return at !== now.toFixed() ? now :')],
    suite: STEP_SPEC,
    killer: 'is as old as an edge before it says of itself',
  },
  {
    name: 'an edge that is not answered who may call goes on as if it were',
    edits: [edit(STEP, '    isAnswered &&\n', '    (isAnswered || true) &&\n')],
    suite: STEP_SPEC,
    killer: 'and is stale when two requests in a row fail',
  },
  {
    name: 'an edge asks who may call for each change of it',
    edits: [edit(STEP, 'Math.max(0, ACCESS_EVERY_MS - sinceLast)', 'Math.max(0, 0 * sinceLast)')],
    suite: STEP_SPEC,
    killer: 'asks for access again half a second after it was given, and not for each change of it',
  },
  {
    name: 'an edge skips a change and goes on',
    edits: [edit(STEP, 'if (follows === 1) {', 'if (follows >= 1) {')],
    suite: STEP_SPEC,
    killer: 'takes a whole flag set after',
  },
  {
    name: 'an edge is taken back by an upstream that is behind',
    edits: [
      edit(STEP, 'if (position && isBehind(flags, position)) {', 'if (position && isBehind(position, position)) {'),
    ],
    suite: STEP_SPEC,
    killer: 'it is stale until that has come as far',
  },
  {
    name: 'one tenant takes all places of reads that wait for a write to arrive',
    edits: [
      edit(
        'libs/flag-serving/src/positions/position-waits.ts',
        '[this.networksOf(request)]',
        '[this.networksOf(request).slice(9)]',
      ),
    ],
    suite: 'libs/flag-serving/src/positions/position-waits.spec.ts',
    killer: 'has a part of the places that are left, and gives each back',
  },
  {
    name: 'an edge answers 401 to a key that may be new',
    edits: [edit(SOURCE, 'if (!known && keyHash !== undefined && !this.held.knowsAllKeys)', 'if (keyHash === "")')],
    suite: SOURCE_SPEC,
    killer: 'of a key whose grace is over, or that is unknown: nothing, unless it may be new',
  },
  {
    name: 'an edge serves a key whose grace is over',
    edits: [edit(SOURCE, 'if (known && known.isLive) {', 'if (known) {')],
    suite: SOURCE_SPEC,
    killer: 'of a key whose grace is over, or that is unknown: nothing, unless it may be new',
  },
  {
    name: 'an edge does not tell those that follow it that it is stale',
    edits: [edit(SOURCE, 'JSON.stringify([isCurrent, this', 'JSON.stringify([isCurrent || true, this')],
    suite: SOURCE_SPEC,
    killer: 'another tag when it is stale, so that an edge behind this one learns it',
  },
  {
    name: 'keys at an edge outlive --key-max-age',
    edits: [edit('apps/edge/src/held/held-environment.ts', '<= keyMaxAgeMs', '<= keyMaxAgeMs + Infinity')],
    suite: SOURCE_SPEC,
    killer: 'keys work for ever, or for as long as they were allowed to',
  },
  {
    name: 'a client of two edges is taken back by the slower one',
    edits: [edit(`${STREAM}/resume.ts`, ' && !mayBeBehind)', ' && mayBeBehind !== undefined)')],
    suite: `${STREAM}/resume.spec.ts`,
    killer: 'where the client left off, ahead of a server that may be behind',
  },
  {
    name: 'a gateway that cannot ask Postgres keeps it from edges',
    edits: [edit(`${STREAM}/stream-registry.ts`, '      this.access.tellUnknown(this.channels.values());\n', '')],
    suite: `${STREAM}/stream-registry.spec.ts`,
    killer: 'makes those who follow access ask, once, and once more when it does again',
  },
  {
    name: 'edges that follow each other wait for ever',
    edits: [
      edit(
        'apps/edge/src/upstream/edge-chain.ts',
        'return this.with(this.before);',
        'return this.with(this.before.slice(0, 0));',
      ),
    ],
    suite: 'apps/edge/src/upstream/edge-chain.spec.ts',
    killer: 'notice it by answers alone, when none has anything to give',
  },
  {
    name: 'a newcomer at a full edge costs by all that is held',
    edits: [
      edit(
        'apps/edge/src/upstream/brought-environments.ts',
        '    let most: Network | undefined;\n',
        '    for (const id of this.networkNames.keys()) this.measure(id);\n    let most: Network | undefined;\n',
      ),
    ],
    suite: 'apps/edge/src/upstream/subscriptions.spec.ts',
    killer: 'S120 a newcomer for whom there is no room costs the same',
  },
  {
    name: 'an edge keeps each key that was ever brought',
    edits: [
      edit(
        'apps/edge/src/upstream/subscriptions.ts',
        "if (update.kind === 'access') this.ring.keep(",
        "if (update.kind === 'access' && update.access.keys.length === 0) this.ring.keep(",
      ),
    ],
    suite: 'apps/edge/src/upstream/subscriptions.spec.ts',
    killer: 'S120 a key that the upstream lists no more is forgotten when another one is brought',
  },
  {
    name: 'origins that an edge looks up in the order in which they come',
    edits: [edit('apps/edge/src/upstream/origin-checks.ts', '.run(networks, ', '.run(NOBODY, ')],
    suite: 'apps/edge/src/upstream/origin-checks.spec.ts',
    killer: 'S120 are asked about in turns of networks',
  },
  {
    name: 'everybody may have every origin looked up upstream',
    edits: [edit('apps/edge/src/upstream/origin-checks.ts', 'waitingAtMost: 256', 'waitingAtMost: 512')],
    suite: 'apps/edge/src/upstream/origin-checks.spec.ts',
    killer: 'are a few at a time; beyond a limit callers are told that there are too many',
  },
  {
    name: 'messages that wait for a hung worker without an end',
    edits: [edit('apps/edge/src/cluster/messages-on-their-way.ts', '> HANGS_AFTER_MS)', '> 1e9 * HANGS_AFTER_MS)')],
    suite: 'apps/edge/src/cluster/messages-on-their-way.spec.ts',
    killer: 'S76 that do not leave for ten seconds are the last: the process hangs',
  },
];
