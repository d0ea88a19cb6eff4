import type { EnvironmentConnection, EnvironmentView, HomeView, ProjectView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hasConnected } from '../../api/connections.js';
import { environmentUsageQuery } from '../../api/usage.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { fill } from '../../feedback/fill.js';
import { lazyPart } from '../../feedback/loading/lazy-part.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { useNow } from '../../feedback/time/use-now.js';
import { AnchorLink } from '../../shell/links.js';
import { recentApps } from '../../usage/name-sdks.js';
import classes from './home.module.css';
import { Part } from './part.js';
import { texts } from './texts.js';

const RefusedPages = lazyPart(async () => (await import('../connect/refused-pages.js')).RefusedPages, null);

/** Which apps listen in each environment, with their versions, and which pages were refused. */
export function Apps({ project, home }: { project: ProjectView; home: HomeView | undefined }) {
  const { id: projectId, environments } = project;
  const rows =
    home &&
    environments.map((environment) => (
      <InEnvironment
        key={environment.id}
        environment={environment}
        environments={environments}
        connection={home.connections.find(({ environment_id }) => environment_id === environment.id)}
      />
    ));
  return (
    <Part
      title={texts.apps}
      link={
        <AnchorLink to="/projects/$projectId/connect" params={{ projectId }} size="sm">
          {texts.connect}
        </AnchorLink>
      }
      empty={texts.noApp}
      rows={rows}
    >
      {home?.connections.some(({ complete }) => !complete) && (
        <Text size="sm" c="dimmed">
          {texts.incomplete}
        </Text>
      )}
    </Part>
  );
}

interface Props {
  environment: EnvironmentView;
  environments: readonly EnvironmentView[];
  connection: EnvironmentConnection | undefined;
}

function InEnvironment({ environment, environments, connection }: Props) {
  const { streams = 0, last_seen_at = null, refused_origins: refused = [] } = connection ?? {};
  const isConnected = hasConnected(connection);
  return (
    <li className={classes.row}>
      <div className={classes.says}>
        <EnvironmentName environment={environment} />
        <div className={classes.facts}>
          {!isConnected && <span>{texts.noApp}</span>}
          {streams > 0 && <span>{texts.streams(streams)}</span>}
          {last_seen_at !== null && <span>{fill(texts.lastRead, { when: <TimeAgo time={last_seen_at} /> })}</span>}
          {isConnected && <Versions environment={environment} />}
        </div>
        {refused.length > 0 && <RefusedPages environment={environment} environments={environments} refused={refused} />}
      </div>
    </li>
  );
}

function Versions({ environment: { id, project_id } }: Pick<Props, 'environment'>) {
  const now = useNow();
  const { data, error } = useQuery(environmentUsageQuery(project_id, id));
  const apps = recentApps(data?.apps ?? [], now);
  if (apps.length > 0) return <span>{texts.reports(apps)}</span>;
  return error && !data ? <span>{texts.noVersions}</span> : null;
}
