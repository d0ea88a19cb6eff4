import type { EnvironmentView, FlagSummary } from '@burgee/contracts/http';
import { IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { isArchived } from '../../../api/flags.js';
import { environmentsOn } from '../../../environment/serve-again.js';
import { texts } from '../texts.js';
import classes from './flags-table.module.css';
import { sayWhere } from './say-where.js';

interface Props {
  flag: FlagSummary;
  columns: readonly EnvironmentView[];
  isOpen: boolean;
  onToggle: (flagId: string) => void;
}

/** A flag on a phone: a dot for each environment, full where it is on. Opens its switches. */
export const FlagDots = memo(function FlagDots({ flag, columns, isOpen, onToggle }: Props) {
  const on = new Set(environmentsOn(flag.environments, columns));
  return (
    <div role="gridcell" className={classes.dots}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={texts.dots(flag.key, sayWhere(flag, columns))}
        onClick={() => onToggle(flag.id)}
      >
        {columns.map((environment) => (
          <span
            key={environment.id}
            className={classes.dot}
            data-color={environment.color}
            data-on={(on.has(environment) && !isArchived(flag)) || undefined}
          />
        ))}
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </button>
    </div>
  );
});
