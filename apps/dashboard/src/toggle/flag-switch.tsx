import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { Switch, Tooltip } from '@mantine/core';
import type { Flip } from './use-switch.js';
import classes from './flag-switch.module.css';

interface Props {
  flag: FlagView;
  environment: EnvironmentView;
  isEnabled: boolean;
  canEdit: boolean;
  onFlip: (flip: Flip) => void;
}

/** Shows whether a flag is on in an environment, and switches it if the user may. */
export function FlagSwitch({ flag, environment, isEnabled, canEdit, onFlip }: Props) {
  const control = (
    <Switch
      size="md"
      withThumbIndicator={false}
      checked={isEnabled}
      disabled={!canEdit}
      aria-label={`${flag.key} in ${environment.name}`}
      classNames={{ body: classes.body, input: classes.input, track: classes.track }}
      onChange={(event) => onFlip({ flag, environment, isEnabled: event.currentTarget.checked })}
    />
  );
  if (canEdit) return control;
  return (
    <Tooltip label="Your role is viewer: you can look, and an editor can switch.">
      <span>{control}</span>
    </Tooltip>
  );
}
