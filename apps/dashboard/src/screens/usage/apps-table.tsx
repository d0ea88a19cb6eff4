import type { AppUsage, EnvironmentView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { describePositions } from '../../usage/describe-positions.js';
import { nameSdk } from '../../usage/name-sdks.js';
import { texts } from '../../usage/texts.js';
import classes from '../../usage/usage.module.css';
import { WaysToReport } from '../../usage/ways-to-report.js';

interface Props {
  environment: Pick<EnvironmentView, 'name' | 'position'>;
  apps: readonly AppUsage[];
}

/** The applications of an environment: their SDKs, and how far they have followed its changes. */
export function AppsTable({ environment: { name, position }, apps }: Props) {
  if (apps.length === 0)
    return (
      <div>
        <Text size="sm" fw={600}>
          {texts.project.noApp}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {texts.project.noAppHint}
          <WaysToReport />
        </Text>
      </div>
    );
  return (
    <div className={classes.scroll} role="group" aria-label={texts.appsIn(name)} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.app}</th>
            <th scope="col">{texts.sdk}</th>
            <th scope="col">{texts.holds}</th>
            <th scope="col">{texts.seen}</th>
          </tr>
        </thead>
        <tbody>
          {apps.map(({ app, sdk, sdk_version, seen_at, positions }) => (
            <tr key={JSON.stringify([app, sdk, sdk_version])}>
              <td>{app || texts.unnamed}</td>
              <td>{nameSdk({ sdk, sdk_version }) || texts.noSdk}</td>
              <td>
                {describePositions(positions, position).map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </td>
              <td>
                <TimeAgo time={seen_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
