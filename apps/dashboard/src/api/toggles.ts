import type { FlagView } from '@burgee/contracts';

/** A switch that somebody turned. */
export interface Toggle {
  flagId: string;
  environmentId: string;
  isEnabled: boolean;
  /** `updated_at` of the row it was decided on. */
  since: string | undefined;
}

/** Names the toggles of a project among everything that is under way. */
export const toggleKey = (projectId: string) => ['toggle', projectId];

/** The flags with what is on its way to the service, the last one counting. What the service said stays as it is. */
export function withToggles(flags: FlagView[], underWay: readonly Toggle[]): FlagView[] {
  if (underWay.length === 0) return flags;
  return flags.map((flag) => {
    const its = underWay.filter(({ flagId }) => flagId === flag.id);
    if (its.length === 0) return flag;
    const environments = flag.environments.map((row) => {
      const last = its.findLast(({ environmentId }) => environmentId === row.environment_id);
      return last ? { ...row, is_enabled: last.isEnabled } : row;
    });
    return { ...flag, environments };
  });
}

/** By the row and its `updated_at` before, its `updated_at` after a change that this page made. */
const followed = new Map<string, string>();
const nameOf = ({ flagId, environmentId }: Pick<Toggle, 'flagId' | 'environmentId'>, at: string) =>
  `${flagId} ${environmentId} ${at}`;

export function noteOwnChange(where: Pick<Toggle, 'flagId' | 'environmentId'>, before: string, after: string): void {
  if (before !== after) followed.set(nameOf(where, before), after);
}

/** What the row may be like when a toggle is sent: as it was decided on, or as this page alone has made it since. */
export function sinceOf(toggle: Toggle): string | undefined {
  let since = toggle.since;
  for (let next = since; next !== undefined; next = followed.get(nameOf(toggle, next))) since = next;
  return since;
}
