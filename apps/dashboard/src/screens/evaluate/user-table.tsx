import { Table, Text } from '@mantine/core';
import type { SampleUser, UserState } from './ramp.js';
import classes from './evaluate-screen.module.css';

const MOST_ROWS = 200;
const LABELS: Record<UserState, string> = {
  on: 'has it',
  added: 'comes in',
  dropped: 'drops out',
  off: 'does not have it',
  ruled: 'has it by the rule',
};

/** The users one by one, lowest bucket first. */
export function UserTable({ users }: { users: readonly SampleUser[] }) {
  const rows = users.toSorted((a, b) => a.bucket - b.bucket).slice(0, MOST_ROWS);
  return (
    <div className={classes.table} tabIndex={0} role="region" aria-label="The users one by one">
      <Table verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th miw="6rem">User</Table.Th>
            <Table.Th ta="end">Bucket</Table.Th>
            <Table.Th>Has it from</Table.Th>
            <Table.Th>At this percentage</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, bucket, state }) => (
            <Table.Tr key={key}>
              <Table.Td className="mono any-text">{key}</Table.Td>
              <Table.Td ta="end">{bucket}</Table.Td>
              <Table.Td>{state === 'ruled' ? '–' : `${bucket + 1} %`}</Table.Td>
              <Table.Td>{LABELS[state]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {users.length > MOST_ROWS && (
        <Text size="sm" c="dimmed">
          The first {MOST_ROWS} of {users.length.toLocaleString('en')}.
        </Text>
      )}
    </div>
  );
}
