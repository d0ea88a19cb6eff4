import { STATUS_LIMITS, type StatusReportedV1 } from '@burgee/contracts/messages';
import type { DependencyState } from '@burgee/process-kit';

type Report = Pick<StatusReportedV1, 'dependencies' | 'figures' | 'dead_letters'>;

const cut = (text: string | null, most: number) => text?.slice(0, most) ?? null;

function figuresOf(sections: Record<string, unknown>): Report['figures'] {
  const figures = Object.entries(sections).flatMap(([section, values]) =>
    Object.entries(Object(values) as object).map(([name, value]) => ({
      name: `${section}.${name}`,
      value: typeof value === 'boolean' ? Number(value) : (value as number),
    })),
  );
  const fits = ({ name, value }: { name: string; value: unknown }) =>
    /^[a-z_]+\.[a-z_]+$/.test(name) && Number.isFinite(value);
  return figures.filter(fits).slice(0, STATUS_LIMITS.figures);
}

/**
 * The part of a report next to the process itself: as much of /status as fits.
 * @param sections of /status: the numbers and booleans of each, and the `letters` of `dead_letters`
 */
export function describeProcess(
  dependencies: Record<string, DependencyState>,
  sections: Record<string, object>,
): Report {
  const { name: shortText, text: longText } = STATUS_LIMITS;
  const { letters = [] } = (sections.dead_letters ?? {}) as { letters?: Report['dead_letters'] };
  return {
    dependencies: Object.entries(dependencies)
      .slice(0, STATUS_LIMITS.dependencies)
      .map(([name, { state, since, reason, last_error }]) => ({
        name,
        state,
        since,
        reason: cut(reason, shortText),
        last_error: cut(last_error, longText),
      })),
    figures: figuresOf(sections),
    dead_letters: letters.slice(0, STATUS_LIMITS.deadLetters).map(({ event_id, action, created_at, last_error }) => ({
      event_id,
      action: cut(action, shortText),
      created_at,
      last_error: cut(last_error, longText),
    })),
  };
}
