import type { FlagKind } from '@burgee/contracts/http';

/** The texts of kinds and end dates of flags. */
export const texts = {
  kind: 'Kind',
  noKind: 'No kind',
  kinds: {
    release: 'Release',
    operational: 'Operational',
    permission: 'Permission',
    experiment: 'Experiment',
  } satisfies Record<FlagKind, string>,
  anyKind: 'Any kind',
  endings: {
    any: 'Any end date',
    passed: 'End date has passed',
    month: 'Ends within 30 days',
    none: 'No end date',
  },
  endDate: 'End date',
  endHint: 'The last day you need the flag. After it, the flag is stale. Its values stay as they are.',
  ends: (day: string) => `Ends ${day}`,
  ended: (day: string) => `Ended ${day}`,
};
