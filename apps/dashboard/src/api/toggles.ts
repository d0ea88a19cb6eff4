/** A flag, in full or of a list. */
interface Switchable {
  id: string;
  environments: { environment_id: string; is_enabled: boolean }[];
}

/** A switch that the user flipped. */
export interface Toggle {
  flagId: string;
  environmentId: string;
  isEnabled: boolean;
  /** `updated_at` of the row that the user saw. */
  since: string | undefined;
}

/** The key of a project's toggles among all running mutations. */
export const toggleKey = (projectId: string) => ['toggle', projectId];

/** The flags with unsaved toggles applied; the last one wins. The cache keeps the service's answer. */
export function withToggles<F extends Switchable>(flags: F[], underWay: readonly Toggle[]): F[] {
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

/** `updated_at` after a change by this page, by the row and its `updated_at` before. */
const followed = new Map<string, string>();
const nameOf = ({ flagId, environmentId }: Pick<Toggle, 'flagId' | 'environmentId'>, at: string) =>
  `${flagId} ${environmentId} ${at}`;

export function noteOwnChange(where: Pick<Toggle, 'flagId' | 'environmentId'>, before: string, after: string): void {
  if (before !== after) followed.set(nameOf(where, before), after);
}

/**
 * The `updated_at` to expect when a toggle is sent: from the row that the user saw, or from a later change by this
 * page.
 */
export function sinceOf(toggle: Toggle): string | undefined {
  let since = toggle.since;
  for (let next = since; next !== undefined; next = followed.get(nameOf(toggle, next))) since = next;
  return since;
}
