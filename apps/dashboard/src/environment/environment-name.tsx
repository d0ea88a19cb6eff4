import type { EnvironmentView } from '@burgee/contracts/http';
import { IconShieldLock } from '@tabler/icons-react';
import classes from './environment.module.css';
import { texts } from './texts.js';

interface Props {
  environment: Pick<EnvironmentView, 'name' | 'color' | 'protected'>;
  /** Where its color is shown in another way. */
  withoutDot?: boolean;
}

/** The name of an environment with its color; a protected one has a shield, which needs no color to be seen. */
export const EnvironmentName = ({ environment: { name, color, protected: guarded }, withoutDot = false }: Props) => (
  <span className={classes.environment} data-color={color}>
    {!withoutDot && <span className={classes.dot} aria-hidden />}
    <span className={classes.name}>{name}</span>
    {guarded && <IconShieldLock size={14} aria-label={texts.protected} className={classes.shield} />}
  </span>
);
