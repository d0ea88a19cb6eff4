import type { EnvironmentView } from '@burgee/contracts/http';
import { IconShieldLock, IconSnowflake } from '@tabler/icons-react';
import { describeFreeze } from './describe-freeze.js';
import classes from './environment.module.css';
import { texts } from './texts.js';

interface Props {
  environment: Pick<EnvironmentView, 'name' | 'color' | 'protected' | 'frozen_until' | 'freeze_reason'>;
  /** Where its color is shown in another way. */
  withoutDot?: boolean;
}

/** The name of an environment with its color; a protected one has a shield, while it is frozen a snowflake: neither needs a color. */
export function EnvironmentName({ environment, withoutDot = false }: Props) {
  const { name, color, protected: guarded } = environment;
  const freeze = describeFreeze(environment);
  return (
    <span className={classes.environment} data-color={color}>
      {!withoutDot && <span className={classes.dot} aria-hidden />}
      <span className={classes.name}>{name}</span>
      {guarded && freeze === undefined && (
        <IconShieldLock size={14} aria-label={texts.protected} className={classes.shield} />
      )}
      {freeze !== undefined && (
        <span title={freeze} className={classes.freeze}>
          <IconSnowflake size={14} role="img" aria-label={freeze} />
        </span>
      )}
    </span>
  );
}
