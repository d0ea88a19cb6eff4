import type { EnvironmentView, FlagView, ProjectView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { AnchorLink } from '../../shell/links.js';
import { LazyConfirmToggle } from '../../toggle/lazy-confirm-toggle.js';
import { FlagSwitch } from '../../toggle/flag-switch.js';
import { useSwitch } from '../../toggle/use-switch.js';
import classes from './connect-screen.module.css';

interface Props {
  project: ProjectView;
  environment: EnvironmentView;
  flag: FlagView;
  canEdit: boolean;
}

/** The switch of the new flag, to watch the app follow it. */
export function TryIt({ project, environment, flag, canEdit }: Props) {
  const { flip, confirmation } = useSwitch(project);
  const isEnabled = flag.environments.some(
    ({ environment_id, is_enabled }) => environment_id === environment.id && is_enabled,
  );
  return (
    <>
      <div className={classes.try}>
        <FlagSwitch flag={flag} environment={environment} isEnabled={isEnabled} canEdit={canEdit} onFlip={flip} />
        <Text className="any-text">
          <strong>{flag.key}</strong> is {isEnabled ? 'on' : 'off'} in {environment.name}
        </Text>
      </div>
      <Text size="sm" c="dimmed">
        {isEnabled
          ? 'Your flag is live: your app has changed already, without a restart.'
          : 'Your app follows at once.'}{' '}
        To reach some people first, set a share or a rule on{' '}
        <AnchorLink to="/projects/$projectId/flags/$flagId" params={{ projectId: project.id, flagId: flag.id }}>
          the page of the flag
        </AnchorLink>
        .
      </Text>
      <LazyConfirmToggle {...confirmation} />
    </>
  );
}
