import { Table, Text } from '@mantine/core';
import type { SampleUser } from './ramp.js';
import classes from './evaluate-screen.module.css';
import { formatPercent } from '../../feedback/format.js';
import { texts as all } from './texts.js';

const texts = all.table;

const MOST_ROWS = 200;
/** The users one by one, lowest bucket first. */
export function UserTable({ users }: { users: readonly SampleUser[] }) {
  const rows = users.toSorted((a, b) => a.bucket - b.bucket).slice(0, MOST_ROWS);
  return (
    <div className={classes.table} tabIndex={0} role="region" aria-label={texts.label}>
      <Table verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th miw="6rem">{texts.user}</Table.Th>
            <Table.Th ta="end">{texts.bucket}</Table.Th>
            <Table.Th>{texts.from}</Table.Th>
            <Table.Th>{texts.state}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, bucket, state }) => (
            <Table.Tr key={key}>
              <Table.Td className="mono any-text">{key}</Table.Td>
              <Table.Td ta="end">{bucket}</Table.Td>
              <Table.Td>{state === 'ruled' ? texts.always : formatPercent(bucket + 1)}</Table.Td>
              <Table.Td>{texts.states[state]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {users.length > MOST_ROWS && (
        <Text size="sm" c="dimmed">
          {texts.first(MOST_ROWS, users.length)}
        </Text>
      )}
    </div>
  );
}
