import type { UnknownKey } from '@burgee/contracts/http';
import { Text, Title } from '@mantine/core';
import { formatNumber } from '../../feedback/format.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { texts as all } from '../../usage/texts.js';
import classes from '../../usage/usage.module.css';

const texts = all.project;

/** Keys that applications evaluate but no flag has. */
export const UnknownKeys = ({ keys }: { keys: readonly UnknownKey[] }) => (
  <div>
    <Title order={3} id="unknown-keys">
      {texts.unknown}
    </Title>
    <Text size="sm" c="dimmed">
      {keys.length === 0 ? texts.noneUnknown : texts.unknownHint}
    </Text>
    {keys.length > 0 && (
      <div className={classes.scroll} role="group" aria-labelledby="unknown-keys" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{texts.key}</th>
              <th scope="col">{all.app}</th>
              <th scope="col">{texts.count}</th>
              <th scope="col">{texts.first}</th>
              <th scope="col">{texts.last}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ key, app, count, first_at, seen_at }) => (
              <tr key={JSON.stringify([key, app])}>
                <td className="mono">{key}</td>
                <td>{app || all.unnamed}</td>
                <td>{formatNumber(count)}</td>
                <td>
                  <TimeAgo time={first_at} />
                </td>
                <td>
                  <TimeAgo time={seen_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </div>
);
