import type { ProcessView } from '@burgee/contracts/http';
import { Badge, Table, Text, Title } from '@mantine/core';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { describeNow } from './describe-now.js';
import { versionsOf } from './find-problems.js';
import classes from './operations.module.css';
import { texts } from './texts.js';

/** Every process that answers, or answered a moment ago. */
export function ProcessTable({ processes }: { processes: readonly ProcessView[] }) {
  const differ = versionsOf(processes.filter(({ answered }) => answered)).length > 1;
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="processes">
      <Title order={2} id="processes">
        {texts.processesTitle}
      </Title>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={texts.allProcesses}>
        <Table verticalSpacing="xs" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.service}</Table.Th>
              <Table.Th>{texts.state}</Table.Th>
              <Table.Th>{texts.version}</Table.Th>
              <Table.Th>{texts.engines}</Table.Th>
              <Table.Th>{texts.figures}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {processes.map((process) => (
              <ProcessRow key={process.id} process={process} differ={differ} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" c="dimmed">
        {texts.edges}
      </Text>
    </section>
  );
}

function ProcessRow({ process, differ }: { process: ProcessView; differ: boolean }) {
  const { service, instance, version, commit, node, started_at, answered, status, detail, dependencies } = process;
  const state = answered ? status : 'silent';
  const now = describeNow(process);
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.name}>
        {service}
        <Text size="xs" c="dimmed">
          {instance}
        </Text>
      </Table.Th>
      <Table.Td>
        <Badge tt="none" variant="light" className={classes[state]}>
          {texts.states[state]}
        </Badge>
        {answered && detail && (
          <Text size="xs" className={classes.detail}>
            {detail}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {texts.problems.version(version, commit)}{' '}
        {differ && (
          <Badge tt="none" variant="light" className={classes.degraded}>
            {texts.otherVersion}
          </Badge>
        )}
        <Text size="xs" c="dimmed" component="div">
          {texts.node(node)}, {fill(texts.started, { when: <TimeAgo time={started_at} /> })}
        </Text>
      </Table.Td>
      <Table.Td>
        {dependencies.map(({ name, state: engine }) => (
          <div key={name} className={engine === 'down' ? classes.down : undefined}>
            {texts.engine(name, engine)}
          </div>
        ))}
      </Table.Td>
      <Table.Td>
        {now.length === 0
          ? texts.noFigures
          : now.map((one) => (
              <div key={one} className={classes.now}>
                {one}
              </div>
            ))}
      </Table.Td>
    </Table.Tr>
  );
}
