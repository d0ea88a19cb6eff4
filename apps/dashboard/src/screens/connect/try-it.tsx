import type { EnvironmentView, FlagSummary, ProjectView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { flagQuery } from '../../api/flags.js';
import { valueIn } from '../../api/value-in.js';
import { AnchorLink } from '../../shell/links.js';
import { unconditionalValue } from '../../toggle/unconditional-value.js';
import { LazyConfirmToggle } from '../../toggle/lazy-confirm-toggle.js';
import { FlagSwitch } from '../../toggle/flag-switch.js';
import { useSwitch } from '../../toggle/use-switch.js';
import classes from './connect-screen.module.css';
import { fill } from '../../feedback/fill.js';
import { texts } from './texts.js';

interface Props {
  project: ProjectView;
  environment: EnvironmentView;
  flag: FlagSummary;
}

function describeEffect(isEnabled: boolean, hasValue: boolean): string {
  if (!hasValue) return texts.noValue;
  return isEnabled ? texts.live : texts.follows;
}

/** The switch of the new flag, to watch the app follow it. */
export function TryIt({ project, environment, flag }: Props) {
  const { flip, confirmation } = useSwitch(project);
  const { data: full } = useQuery(flagQuery(flag.id));
  const isEnabled = valueIn(flag, environment.id)?.is_enabled ?? false;
  const value = valueIn(full, environment.id);
  const hasValue = flag.type === 'boolean' || !value || unconditionalValue(value, flag.type) !== null;
  return (
    <>
      <div className={classes.try}>
        <FlagSwitch flag={flag} environment={environment} isEnabled={isEnabled} onFlip={flip} />
        <Text className="any-text">
          {fill(texts.isNow, {
            flag: <strong>{flag.key}</strong>,
            state: isEnabled ? texts.on : texts.off,
            environment: environment.name,
          })}
        </Text>
      </div>
      <Text size="sm" c="dimmed">
        {describeEffect(isEnabled, hasValue)}{' '}
        {fill(texts.more, {
          page: (
            <AnchorLink to="/projects/$projectId/flags/$flagId" params={{ projectId: project.id, flagId: flag.id }}>
              {texts.flagPage}
            </AnchorLink>
          ),
        })}
      </Text>
      <LazyConfirmToggle {...confirmation} />
    </>
  );
}
