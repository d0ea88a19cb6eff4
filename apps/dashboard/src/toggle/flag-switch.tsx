import type { EnvironmentView } from '@burgee/contracts/http';
import { describeFreeze } from '../environment/describe-freeze.js';
import { ToggleSwitch } from './toggle-switch.js';
import type { Flip } from './use-switch.js';
import { texts } from './texts.js';

interface Props {
  flag: Flip['flag'];
  environment: EnvironmentView;
  isEnabled: boolean;
  canEdit: boolean;
  tabIndex?: number;
  /** Where it is in the grid, as in "3:2". */
  cell?: string;
  onFlip: (flip: Flip) => void;
}

/** Shows whether a flag is on in an environment, and switches it if the user may. */
export const FlagSwitch = ({ flag, environment, isEnabled, canEdit, tabIndex, cell, onFlip }: Props) => (
  <ToggleSwitch
    checked={isEnabled}
    readOnly={!canEdit}
    tabIndex={tabIndex}
    data-cell={cell}
    data-color={environment.color}
    title={canEdit ? describeFreeze(environment) : texts.viewerOnly}
    aria-label={texts.flagInEnvironment(flag.key, environment.name)}
    onChange={(on) => onFlip({ flag, environment, isEnabled: on })}
  />
);
