import type { EnvironmentView } from '@burgee/contracts/http';
import { may } from '../api/projects.js';
import { describeFreeze } from '../environment/describe-freeze.js';
import { ToggleSwitch } from './toggle-switch.js';
import type { Flip } from './flip.js';
import { texts } from './texts.js';

interface Props {
  flag: Flip['flag'];
  environment: EnvironmentView;
  isEnabled: boolean;
  /** The service does not serve archived flags, so nothing is on. */
  isArchived?: boolean;
  tabIndex?: number;
  /** Its cell in the grid, for example "3:2". */
  cell?: string;
  onFlip: (flip: Flip) => void;
}

/** Shows whether a flag is on in an environment, and switches it if the user may. */
export const FlagSwitch = ({ flag, environment, isEnabled, isArchived = false, tabIndex, cell, onFlip }: Props) => {
  const canEdit = may(environment.role, 'editor');
  return (
    <ToggleSwitch
      checked={isEnabled}
      readOnly={!canEdit || isArchived}
      data-idle={isArchived || undefined}
      tabIndex={tabIndex}
      data-cell={cell}
      title={isArchived ? texts.archived : canEdit ? describeFreeze(environment) : texts.viewerIn(environment.name)}
      aria-label={texts.flagInEnvironment(flag.key, environment.name)}
      onChange={(on) => onFlip({ flag, environment, isEnabled: on })}
    />
  );
};
