import type { EnvironmentStreamsView } from '@burgee/contracts/http';
import { Button, Collapse, Skeleton, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { asApiError } from '../../api/api-error.js';
import { useStreams } from '../../api/environments.js';
import { describeStreams } from './describe-streams.js';
import classes from './environments-screen.module.css';
import { texts as all } from './texts.js';

const texts = all.streams;

interface Props {
  projectId: string;
  environment: { id: string; name: string };
}

/** The number of open streams, and how many of them have the newest revision. */
export function StreamsNow({ projectId, environment }: Props) {
  const { data, error } = useStreams(projectId, environment.id);
  const [opened, { toggle }] = useDisclosure(false);
  if (!data)
    return error ? (
      <Text size="sm" c="dimmed">
        {texts.unknown(asApiError(error).message)}
      </Text>
    ) : (
      <Skeleton height={20} width="16rem" />
    );
  return (
    <div>
      <div className={classes.streams}>
        <span className={classes.pulse} data-state={stateOf(data)} aria-hidden />
        <Text size="sm" component="div">
          {describeStreams(data)}{' '}
          {(data.replicas.length > 0 || data.open === 0) && (
            <Button
              variant="subtle"
              size="compact-xs"
              px={4}
              onClick={toggle}
              aria-expanded={opened}
              aria-label={texts.detailsOf(environment.name)}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              {texts.details}
            </Button>
          )}
        </Text>
      </div>
      {error && (
        <Text size="xs" c="dimmed">
          {texts.stale(asApiError(error).message)}
        </Text>
      )}
      <Collapse expanded={opened}>
        {data.open === 0 && (
          <Text size="xs" c="dimmed">
            {texts.noneHint}
          </Text>
        )}
        {data.replicas.length > 0 && <Replicas streams={data} />}
      </Collapse>
    </div>
  );
}

const stateOf = ({ open, up_to_date }: EnvironmentStreamsView) =>
  open === 0 ? 'none' : up_to_date === open ? 'all' : 'some';

function Replicas({ streams }: { streams: EnvironmentStreamsView }) {
  return (
    <div className={classes.replicas}>
      <Table verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.server}</Table.Th>
            <Table.Th ta="end">{texts.open}</Table.Th>
            <Table.Th ta="end">{texts.current}</Table.Th>
            <Table.Th ta="end">{texts.revision}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {streams.replicas.map(({ replica, open, up_to_date, revision }) => (
            <Table.Tr key={replica}>
              <Table.Td className="mono">{replica}</Table.Td>
              <Table.Td ta="end">{open}</Table.Td>
              <Table.Td ta="end">{up_to_date}</Table.Td>
              <Table.Td ta="end">{revision ?? texts.noRevision}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
