import type { EnvironmentView } from '@burgee/contracts/http';
import { NativeSelect, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFlags } from '../../api/flags.js';
import { projectUsageQuery } from '../../api/usage.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { listNames } from '../../feedback/format.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { AnchorLink } from '../../shell/links.js';
import { Spark } from '../../usage/spark.js';
import { texts as all } from '../../usage/texts.js';
import classes from '../../usage/usage.module.css';
import { UsageError } from '../../usage/usage-error.js';
import { appsOf, type UsedFlag, usedFlags } from './used-flags.js';

const texts = all.project;

interface Props {
  environment: EnvironmentView;
  app: string | undefined;
  onApp: (app: string | undefined) => void;
}

/** Which applications evaluate which flags, and when last. */
export function FlagsByApp({ environment, app, onApp }: Props) {
  const { id, project_id: projectId, name } = environment;
  const flags = useFlags(projectId);
  const { data: usage, error, refetch } = useKeptError(useQuery(projectUsageQuery(projectId, id)));
  const apps = appsOf(usage ?? []);
  const used = usage && usedFlags(flags, usage, app);
  const unused = usage && app === undefined ? flags.length - usedFlags(flags, usage).length : 0;
  return (
    <section className="panel" style={{ padding: '1.25rem' }} aria-labelledby="flags-by-app">
      <Title order={2} id="flags-by-app">
        {texts.flags}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.flagsHint}
      </Text>
      {error && !usage && <UsageError error={error} onRetry={() => void refetch()} />}
      {!usage && !error && <RowsSkeleton rows={4} />}
      {(apps.length > 0 || app !== undefined) && (
        <NativeSelect
          label={texts.application}
          data={[
            { value: '', label: texts.anyApp },
            ...[...new Set([...apps, ...(app === undefined ? [] : [app])])].map((one) => ({ value: one, label: one })),
          ]}
          value={app ?? ''}
          maw="20rem"
          mb="sm"
          onChange={(event) => onApp(event.currentTarget.value || undefined)}
        />
      )}
      {used?.length === 0 && <Text size="sm">{texts.noFlag}</Text>}
      {used && used.length > 0 && <Table projectId={projectId} label={texts.flagsIn(name)} used={used} />}
      {unused > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.unused(unused)}
        </Text>
      )}
    </section>
  );
}

const Table = ({ projectId, label, used }: { projectId: string; label: string; used: readonly UsedFlag[] }) => (
  <div className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.flag}</th>
          <th scope="col">{all.evaluated}</th>
          <th scope="col">{texts.apps}</th>
          <th scope="col">{texts.lastDay}</th>
        </tr>
      </thead>
      <tbody>
        {used.map(({ id, key, last_at, apps, hours }) => (
          <tr key={id}>
            <td>
              <AnchorLink
                to="/projects/$projectId/flags/$flagId"
                params={{ projectId, flagId: id }}
                search={{ tab: 'usage' }}
                className="mono"
              >
                {key}
              </AnchorLink>
            </td>
            <td>
              <TimeAgo time={last_at} />
            </td>
            <td>{listNames(apps.map((app) => app || all.unnamed))}</td>
            <td>
              <Spark hours={hours} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
