import type { EnvironmentView } from '@burgee/contracts/http';
import { IconMessage, IconShieldLock, IconSnowflake, IconUserCheck } from '@tabler/icons-react';
import { listNames } from '../feedback/format.js';
import { describeFreeze } from './describe-freeze.js';
import classes from './environment.module.css';
import { texts } from './texts.js';

type Named = Pick<EnvironmentView, 'name' | 'color' | 'protected' | 'frozen_until' | 'freeze_reason'>;

interface Props {
  environment: Named & Pick<EnvironmentView, 'approvals' | 'comment_required'>;
  /** For places that show its color in another way. */
  withoutDot?: boolean;
}

/** The name of an environment with its color, and signs for its rules, which work without color. */
export function EnvironmentName({ environment, withoutDot = false }: Props) {
  const { name, color, protected: guarded } = environment;
  const freeze = describeFreeze(environment);
  return (
    <span className={withoutDot ? `${classes.environment} ${classes.short}` : classes.environment} data-color={color}>
      {!withoutDot && <span className={classes.dot} aria-hidden />}
      <span className={classes.name}>{name}</span>
      {guarded && freeze === undefined && (
        <IconShieldLock size={14} aria-label={texts.protected} className={classes.shield} />
      )}
      <Asks environment={environment} />
      {freeze !== undefined && (
        <span title={freeze} className={classes.sign}>
          <IconSnowflake size={14} role="img" aria-label={freeze} />
        </span>
      )}
    </span>
  );
}

/** The sign for required approvals or comments. */
function Asks({ environment: { approvals, comment_required } }: Pick<Props, 'environment'>) {
  const asked = [...(approvals > 0 ? [texts.approvals] : []), ...(comment_required ? [texts.comments] : [])];
  if (asked.length === 0) return null;
  const [says, Icon] = [listNames(asked), approvals > 0 ? IconUserCheck : IconMessage];
  return (
    <span title={says} className={classes.sign}>
      <Icon size={14} role="img" aria-label={says} />
    </span>
  );
}
