import { edit, type Mutant } from '../mutant.js';

const SCHEDULES = 'apps/flags-admin/src/schedules';
const INT = `${SCHEDULES}/schedules.int.spec.ts`;

/** Each breaks what somebody counts on who schedules a change. */
export const SCHEDULE_MUTANTS: Mutant[] = [
  {
    name: 'steps that are carried out by whoever finds them',
    edits: [
      edit(
        `${SCHEDULES}/schedule.repository.ts`,
        "and s.status = 'scheduled' and s.next_at <= clock_timestamp()\n    for update skip locked`",
        '`',
      ),
    ],
    suite: INT,
    killer: 'is left to the transaction that has it, and left alone once it is paused',
  },
  {
    name: "steps that go by the process's clock",
    edits: [
      edit(
        `${SCHEDULES}/due-schedules.ts`,
        "s.status = 'scheduled' and s.next_at <= now() and",
        "s.status = 'scheduled' and s.next_at <= ${new Date(Date.now())}::timestamptz and",
      ),
      edit(
        `${SCHEDULES}/schedule.repository.ts`,
        'and s.next_at <= clock_timestamp()',
        'and s.next_at <= ${new Date(Date.now())}::timestamptz',
      ),
    ],
    suite: INT,
    killer: 'goes by the clock of the database alone: that of the process says nothing',
  },
  {
    name: 'projects of an account that take no turns',
    edits: [edit(`${SCHEDULES}/due-schedules.ts`, '.map((id) => this.projects.get(id) ?? START)', '.map(() => START)')],
    suite: `${SCHEDULES}/due-schedules.int.spec.ts`,
    killer: 'S108 projects of an account take turns, also where it has one turn at a look',
  },
  {
    name: 'values in schedules that nobody pays for',
    edits: [
      edit(
        `${SCHEDULES}/schedule.repository.ts`,
        'cost.wroteBytes(approximateBytes({ steps, expected }));\n  return',
        'cost.wroteBytes(approximateBytes({ steps }));\n  return',
      ),
    ],
    suite: `${SCHEDULES}/schedule-cost.int.spec.ts`,
    killer: 'S115 the value that a schedule stores is paid for, when it is made and whenever it is written again',
  },
  {
    name: 'steps of authors who are gone',
    edits: [
      edit(
        `${SCHEDULES}/decide-step.ts`,
        "  if (!role) return pause('author', 'Its author is no longer a member of this project.');\n",
        "  if (!role) return { kind: 'run', next: decideValue(value, due.step.patch, due.type) };\n",
      ),
    ],
    suite: INT,
    killer: 'it pauses and says why; whoever resumes it is its author',
  },
  {
    name: 'steps that take their own changes for those of others',
    edits: [
      edit(
        `${SCHEDULES}/run-step.service.ts`,
        'entry?.event_id ?? null }), expected: next };',
        'entry?.event_id ?? null }) };',
      ),
    ],
    suite: INT,
    killer: 'holds its own changes for no change by somebody else',
  },
  {
    name: 'refused steps that are tried for ever',
    edits: [
      edit(
        `${SCHEDULES}/run-step.service.ts`,
        'if (!(error instanceof DomainError) || error.kind.status >= 500) throw error;',
        'if (!(error instanceof DomainError) || error.kind.status >= 400) throw error;',
      ),
    ],
    suite: INT,
    killer: 'whose change is refused at its end: it pauses with the reason, and nothing is changed',
  },
  {
    name: 'resumed steps that come all at once',
    edits: [edit(`${SCHEDULES}/decide-resumed.ts`, 'if (missed <= 0)', 'if (missed <= 0 || steps.length > 0)')],
    suite: `${SCHEDULES}/decide-steps.spec.ts`,
    killer: 'begin now when the next one was due, and keep their distances; those that are done stay',
  },
];
