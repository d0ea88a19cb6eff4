import type { EnvironmentView, FlagEnvironmentUsage } from '@burgee/contracts/http';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { environmentUsageQuery } from '../../../api/usage.js';
import { EnvironmentName } from '../../../environment/environment-name.js';
import { fill } from '../../../feedback/fill.js';
import { listNames } from '../../../feedback/format.js';
import { TimeAgo } from '../../../feedback/time/time-ago.js';
import { useNow } from '../../../feedback/time/use-now.js';
import { sdksOf } from '../../../usage/name-sdks.js';
import { Sparkline } from '../../../usage/sparkline.js';
import { texts } from '../../../usage/texts.js';
import { isByDay, usageBars } from '../../../usage/usage-bars.js';
import { countOf, variantShares } from '../../../usage/variant-shares.js';
import usageClasses from '../../../usage/usage.module.css';
import classes from '../flag-screen.module.css';

interface Props {
  environment: EnvironmentView;
  usage: FlagEnvironmentUsage;
  /** The number of days shown. */
  days: number;
}

/** The usage of a flag in one environment. */
export function UsageInEnvironment({ environment, usage, days }: Props) {
  const { id, name, project_id: projectId } = environment;
  const { last_at: last, variants, buckets, apps } = usage;
  const now = useNow();
  const { data: reports } = useQuery(environmentUsageQuery(projectId, id));
  const shares = variantShares(variants);
  const protocols = [...new Set(reports?.bulk.map(({ app }) => app))];
  return (
    <Stack component="section" className="panel" p="lg" gap="sm" aria-labelledby={`usage-${id}`}>
      <div>
        <Title order={2} id={`usage-${id}`}>
          <EnvironmentName environment={environment} />
        </Title>
        <Text size="sm">
          {last === null ? texts.never : fill(texts.lastEvaluated, { when: <TimeAgo time={last} /> })}
          {last !== null && ` · ${texts.count(countOf(variants), days)}`}
        </Text>
      </div>
      {last !== null && (
        <Sparkline label={texts.chart(name, isByDay(days), days)} bars={usageBars(buckets, days, now)} />
      )}
      {shares.length > 0 && (
        <dl className={classes.facts} aria-label={texts.variantsIn(name)}>
          {shares.map(({ variant, count, percent }) => (
            <div key={variant}>
              <dt>{texts.variants[variant]}</dt>
              <dd>{texts.shareOf(texts.share(percent), count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {apps.length > 0 && (
        <div className={usageClasses.scroll} role="group" aria-label={texts.appsIn(name)} tabIndex={0}>
          <table className={usageClasses.table}>
            <thead>
              <tr>
                <th scope="col">{texts.app}</th>
                <th scope="col">{texts.sdk}</th>
                <th scope="col">{texts.evaluated}</th>
              </tr>
            </thead>
            <tbody>
              {apps.map(({ app, last_at }) => (
                <tr key={app}>
                  <td>{app || texts.unnamed}</td>
                  <td>{listNames(sdksOf(app, reports?.apps ?? [])) || texts.noSdk}</td>
                  <td>
                    <TimeAgo time={last_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {protocols.length > 0 && (
        <Text size="sm" c="dimmed" className="any-text">
          {texts.bulk(listNames(protocols))}
        </Text>
      )}
    </Stack>
  );
}
