import { edit, type Mutant } from '../mutant.js';

const STREAM = 'libs/flag-serving/src/stream';
const CATCH_UPS_SPEC = `${STREAM}/catch-ups.spec.ts`;
const PAST_TURNS_SPEC = 'apps/sdk-gateway/src/tenants/past-turns.spec.ts';

/** Each lets one who opens streams take what belongs to others. */
export const STREAM_MUTANTS: Mutant[] = [
  {
    name: 'streams of an account without a share',
    here: 'one with two keys and ten addresses takes all of a replica',
    edits: [
      edit(
        'libs/flag-serving/src/stream/limits/stream-limits.ts',
        'const ofAccount = this.byAccount.of(account);',
        'const ofAccount = 0 * this.byAccount.of(account);',
      ),
    ],
    suite: 'libs/flag-serving/src/stream/limits/stream-limits.spec.ts',
    killer: 'S39 of an account and from a network as many as are left',
  },
  {
    name: 'streams of an account without shares in it',
    here: 'a stranger with the key of a page takes those of all its projects',
    edits: [
      edit(
        'libs/flag-serving/src/stream/limits/stream-limits.ts',
        'const leftOfAccount = left - ofAccount;',
        'const leftOfAccount = Infinity;',
      ),
    ],
    suite: 'libs/flag-serving/src/stream/limits/stream-limits.spec.ts',
    killer: 'S39 with one key, and from one network, as many as are left of the share of an account',
  },
  {
    name: 'streams that resume without a turn',
    here: 'each position of a loop is a read of a thousand changes',
    edits: [
      edit(
        'libs/flag-serving/src/stream/open-stream.ts',
        'wantsSnapshot, turnOf(context.turns.past))',
        'wantsSnapshot, (job) => job(() => undefined))',
      ),
    ],
    suite: PAST_TURNS_SPEC,
    killer: 'S59 of an account that has read far back wait behind it, and those of another do not',
  },
  {
    name: 'streams that resume for nothing',
    edits: [edit('libs/flag-serving/src/stream/past-reads.ts', 'spend(costOf(rows))', 'spend(0 * costOf(rows))')],
    suite: PAST_TURNS_SPEC,
    killer: 'S59 of one account with many projects wait together',
  },
  {
    name: 'streams that resume by project alone',
    here: 'a visitor with the SDK key of a page has all turns of its project',
    edits: [
      edit(
        'libs/flag-serving/src/flags/read-turns.ts',
        'this.queue.run(environmentId, job, networks)',
        'this.queue.run(environmentId, job, networks.slice(networks.length))',
      ),
    ],
    suite: PAST_TURNS_SPEC,
    killer: 'S59 of one network wait behind those of others that read the same project',
  },
  {
    name: 'HEAD of a stream loads what it does not send',
    edits: [
      edit('libs/flag-serving/src/stream/open-stream.ts', "request.method === 'HEAD'", "request.method === 'NONE'"),
    ],
    suite: PAST_TURNS_SPEC,
    killer: 'S59 with HEAD have nothing read',
  },
  {
    name: 'large snapshots of new streams for nothing',
    edits: [edit('libs/flag-serving/src/stream/open-stream.ts', 'bytes >= LARGE_BYTES', 'bytes >= LARGE_BYTES * 1e6')],
    suite: PAST_TURNS_SPEC,
    killer: 'S59 with a large snapshot pay for each',
  },
  {
    name: 'what is new waits behind the past',
    here: 'streams that resume delay the changes of everybody',
    edits: [
      edit(
        'apps/sdk-gateway/src/postgres/read-views.ts',
        'this.past = new KeptConnections(create, shared)',
        'this.past = this.live',
      ),
    ],
    suite: 'apps/sdk-gateway/src/postgres/read-views.int.spec.ts',
    killer: 'S59 what is new is read, and flag sets are, while the past is waited for',
  },
  {
    name: 'queries that wait without a bound',
    edits: [
      edit(
        'apps/sdk-gateway/src/postgres/kept-connections.ts',
        'this.waiting.size >= this.options.waitingAtMost',
        'this.waiting.size >= this.options.waitingAtMost + Infinity',
      ),
    ],
    suite: 'apps/sdk-gateway/src/postgres/kept-connections.int.spec.ts',
    killer: 'S59 queries beyond a number are refused',
  },
  {
    name: 'new connections that are all read at once',
    here: 'the requests of thousands that connect at once come before those of open connections',
    edits: [edit('libs/process-kit/src/http/first-requests.ts', '{ pauseOnConnect: true }', '{}')],
    suite: 'libs/process-kit/src/http/first-requests.spec.ts',
    killer: 'that have all been sent come a few in a turn of the event loop',
  },
  {
    name: 'streams that acknowledge with bytes of their own',
    edits: [
      edit(
        `${STREAM}/asked-stream.ts`,
        'return { format: FLAG_EVENTS, ack',
        'return { format: { ...FLAG_EVENTS }, ack',
      ),
    ],
    suite: `${STREAM}/send-to-all.spec.ts`,
    killer: 'S110 are the same bytes for all streams that',
  },
  {
    name: 'streams that catch up in one go',
    edits: [
      edit(
        `${STREAM}/catch-ups.ts`,
        '(steps) => context.send(channel.environmentId, steps)',
        'async (steps) => {\n      while (!steps.next().done);\n    }',
      ),
    ],
    suite: CATCH_UPS_SPEC,
    killer: 'with many others, is sent to in a turn of its own',
  },
  {
    name: 'what a stream has missed is written event by event',
    edits: [edit(`${STREAM}/stream-connection.ts`, 'if (last > 0) socket.cork();', '')],
    suite: CATCH_UPS_SPEC,
    killer: 'S112 is written what it has missed at once, every event with its id, in order',
  },
  {
    name: 'edges that are told in one go that keys have changed',
    edits: [
      edit(`${STREAM}/access-events.ts`, '          told = true;\n          yield;\n', '          told = true;\n'),
    ],
    suite: `${STREAM}/stream-registry.spec.ts`,
    killer: 'S111 are told to one in each step of the turns of their tenant, and what changes meanwhile once',
  },
  {
    name: 'streams with a key that has ended, and are sent to until they have',
    edits: [edit(`${STREAM}/stream-connection.ts`, '    this.stopped = true;\n', '')],
    suite: `${STREAM}/stream-connection.spec.ts`,
    killer: 'S111 a stream that is to end is sent nothing more',
  },
  {
    name: 'snapshots for the streams of one tenant before those of all others',
    edits: [edit(`${STREAM}/snapshot-pacer.ts`, 'this.writes.add([tenant],', 'this.writes.add([],')],
    suite: 'apps/sdk-gateway/src/tenants/snapshot-turns.spec.ts',
    killer: 'S112 are sent to tenants in turns: one with thousands keeps nobody else waiting for one',
  },
  {
    name: 'who may call that is compared where what is new is read',
    here: 'one account with many edges makes the changes of everybody late',
    edits: [edit('apps/sdk-gateway/src/postgres/read-views.ts', 'this.past, ACCESS_TAGS', 'this.live, ACCESS_TAGS')],
    suite: 'apps/sdk-gateway/src/postgres/read-views.int.spec.ts',
    killer: 'S131 who may call is compared beside what is new',
  },
  {
    name: 'who may call of all environments in one statement',
    edits: [edit(`${STREAM}/access-comparison.ts`, 'taken++ === AT_ONCE', 'taken++ === Infinity')],
    suite: `${STREAM}/access-comparison.spec.ts`,
    killer: 'S131 some hundreds at a time, one after the other',
  },
];
