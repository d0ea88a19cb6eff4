import { edit, type Mutant } from '../mutant.js';

const TALLY = 'libs/flag-serving/src/applied/applied-tally.ts';
const TALLY_SPEC = 'libs/flag-serving/src/applied/applied-tally.spec.ts';
const COUNTS = 'libs/flag-serving/src/applied/applied-counts.ts';
const COUNTS_SPEC = 'libs/flag-serving/src/applied/applied-counts.spec.ts';
const WAIT = 'apps/flags-admin/src/applied/environment-wait.ts';
const WAIT_SPEC = 'apps/flags-admin/src/applied/environment-wait.spec.ts';
const WAITS = 'apps/flags-admin/src/applied/applied-waits.ts';
const EDGE = 'apps/edge/src/applied';
const REPORTS = 'apps/sdk-gateway/src/reports/report-applied.ts';
const REPORTS_SPEC = 'apps/sdk-gateway/src/reports/report-applied.spec.ts';

/** Answers that more clients have a change than do, or that nobody gets. */
export const APPLIED_MUTANTS: Mutant[] = [
  {
    name: 'a client that was sent a change counts as one that has it',
    here: 'a stream',
    edits: [
      edit(
        TALLY,
        '        this.delivered++;\n        if (this.asked',
        '        this.delivered++;\n        this.applied++;\n        if (this.asked',
      ),
    ],
    suite: TALLY_SPEC,
    killer: 'is each stream whose socket took it, once it did',
  },
  {
    name: 'a client that was sent a change counts as one that has it',
    here: 'a poller',
    edits: [
      edit(
        TALLY,
        'if (!reaches(positionInTag(poller.tag), this.position)) continue;',
        'if (!reaches(poller.answered, this.position)) continue;',
      ),
    ],
    suite: TALLY_SPEC,
    killer: 'is each poller that was answered with it, and has it when it says so',
  },
  {
    name: 'an acknowledgement counts twice',
    edits: [
      edit(TALLY, 'if (!this.asked.delete(stream)) return;', 'if (!this.asked.has(stream)) return;'),
      edit(TALLY, 'if (isWaitedFor || this.unconfirmed.delete(stream)) this.applied++;', 'this.applied++;'),
    ],
    suite: TALLY_SPEC,
    killer: 'is each stream that was asked when its client says so, once, and no other',
  },
  {
    name: 'a client acknowledges what another environment waits for',
    edits: [edit(COUNTS, 'if (wait?.environmentId !== environmentId) return false;', 'if (!wait) return false;')],
    suite: COUNTS_SPEC,
    killer: 'is asked of clients that acknowledge, each with a token of its own',
  },
  {
    name: 'a gateway that hangs counts as one whose clients have the change',
    edits: [
      edit(
        WAIT,
        'if (now - at >= SILENT_AFTER_MILLISECONDS) return { ...NOTHING, ...counted, unknown: clients - delivered };',
        'if (now - at >= SILENT_AFTER_MILLISECONDS) return { ...NOTHING, ...counted, delivered: clients, unknown };',
      ),
    ],
    suite: WAIT_SPEC,
    killer: 'does not know of those that a gateway was waiting for when it left',
  },
  {
    name: 'a gateway that hangs is waited for to the end',
    edits: [edit(WAIT, 'if (now - at >= SILENT_AFTER_MILLISECONDS) return', 'if (now - at >= 1e9) return')],
    suite: WAIT_SPEC,
    killer: 'does not know of those that a gateway was waiting for when it left',
  },
  {
    name: 'an edge that nobody has asked adds its clients',
    edits: [edit(WAIT, 'if (EDGE.test(gateway) && !this.replicas.has(gateway)) return;', '')],
    suite: WAIT_SPEC,
    killer: 'ignores an edge that nobody has asked, and more than a thousand',
  },
  {
    name: 'a worker of an edge that hangs counts as one whose clients have the change',
    edits: [
      edit(
        `${EDGE}/process-counts.ts`,
        'unknown: count.clients - count.delivered, streams: 0',
        'delivered: count.clients, streams: 0',
      ),
    ],
    suite: `${EDGE}/applied-wait.spec.ts`,
    killer: 'of one that hangs it does not know whom it waits for',
  },
  {
    name: 'an edge goes on telling what an edge that is gone has told it',
    edits: [edit(`${EDGE}/applied-wait.ts`, '    this.told.clear();\n', '')],
    suite: `${EDGE}/applied-wait.spec.ts`,
    killer: 'passes on what another edge tells, once',
  },
  {
    name: 'a wait hangs when NATS goes down meanwhile',
    edits: [
      edit(
        WAITS,
        'const isOver = now >= wait.until || this.isStopping || !this.messenger.connected;',
        'const isOver = now >= wait.until || this.isStopping;',
      ),
    ],
    suite: 'apps/flags-admin/src/applied/applied-waits.spec.ts',
    killer: 'says at once that nobody knows while NATS is down, also when that happens meanwhile',
  },
  {
    name: 'reports of edges that nobody has asked for',
    edits: [edit(REPORTS, '    if (!this.counts.isAsked(environmentId, wait_id)) return;\n', '')],
    suite: REPORTS_SPEC,
    killer: 'S91 what edges say of a wait that nobody has asked for is not passed on',
  },
  {
    name: 'reports of edges in any number',
    edits: [edit(REPORTS, '    if (!(await this.budgets.admits(environmentId, reports.length))) return;\n', '')],
    suite: REPORTS_SPEC,
    killer: 'S91 an account that says more of who has a change than its edges could is passed on no more of',
  },
];
