import type { DeadLetterView } from '@burgee/contracts/http';
import { Code, Table, Text, Title } from '@mantine/core';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import classes from './operations.module.css';
import { texts } from './texts.js';

/** The messages that an operator has to redeliver, with the command that does. */
export function DeadLetters({ letters, count }: { letters: readonly DeadLetterView[]; count: number }) {
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="dead-letters">
      <Title order={2} id="dead-letters">
        {texts.lettersTitle}
      </Title>
      {count === 0 ? <Text c="dimmed">{texts.noLetters}</Text> : <Letters letters={letters} count={count} />}
    </section>
  );
}

function Letters({ letters, count }: { letters: readonly DeadLetterView[]; count: number }) {
  return (
    <>
      <Text size="sm">{texts.lettersHint}</Text>
      <div className={classes.command}>
        <Code className={classes.code}>{texts.deliver}</Code>
        <CopyAction value={texts.deliver} what={texts.command} />
      </div>
      <Text size="sm">{fill(texts.inContainer, { command: <Code>npm run outbox -- deliver</Code> })}</Text>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={texts.allLetters}>
        <Table verticalSpacing="xs" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.letter}</Table.Th>
              <Table.Th>{texts.made}</Table.Th>
              <Table.Th>{texts.why}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {letters.map(({ service, event_id, action, created_at, last_error }) => (
              <Table.Tr key={event_id}>
                <Table.Th scope="row" className={classes.name}>
                  {action ?? texts.unknown}
                  <Text size="xs" c="dimmed">
                    {texts.letterOf(service, event_id)}
                  </Text>
                </Table.Th>
                <Table.Td>
                  <TimeAgo time={created_at} />
                </Table.Td>
                <Table.Td className="any-text">{last_error ?? texts.unknown}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {letters.length < count && (
        <Text size="sm" c="dimmed">
          {texts.firstOf(letters.length, count)}
        </Text>
      )}
    </>
  );
}
