import type { EnvironmentView, FlagSummary } from '@burgee/contracts/http';
import { IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { isArchived } from '../../../api/flags.js';
import { listNames } from '../../../feedback/format.js';
import { texts } from '../texts.js';
import classes from './flags-table.module.css';

interface Props {
  flag: FlagSummary;
  columns: readonly EnvironmentView[];
  isOpen: boolean;
  onToggle: (flagId: string) => void;
}

/** A flag on a phone: a dot for each environment, full where it is on. Opens its switches. */
export const FlagDots = memo(function FlagDots({ flag, columns, isOpen, onToggle }: Props) {
  const on = columns.filter(({ id }) => flag.environments.find((one) => one.environment_id === id)?.is_enabled);
  const where =
    on.length > 0 ? texts.audience.onIn(listNames(on.map(({ name }) => name))) : texts.audience.offEverywhere;
  return (
    <div role="gridcell" className={classes.dots}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={texts.dots(flag.key, where)}
        onClick={() => onToggle(flag.id)}
      >
        {columns.map((environment) => (
          <span
            key={environment.id}
            className={classes.dot}
            data-color={environment.color}
            data-on={(on.includes(environment) && !isArchived(flag)) || undefined}
          />
        ))}
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </button>
    </div>
  );
});
