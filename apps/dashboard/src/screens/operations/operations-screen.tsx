import type { OperationsView } from '@burgee/contracts/http';
import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { operationsQuery } from '../../api/operations.js';
import { useKnownMe } from '../../api/session.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { NotFoundPage } from '../../feedback/errors/not-found-page.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { Page } from '../../shell/page.js';
import { DeadLetters } from './dead-letters.js';
import { findProblems } from './find-problems.js';
import classes from './operations.module.css';
import { ProcessTable } from './process-table.js';
import { texts } from './texts.js';

/** `docs/operate/deploy.md, Upgrade` is at /guide/operate/deploy. */
const guideAddressOf = (more: string) => more.replace(/^docs\/(.+)\.md.*$/, '/guide/$1');

/** The state of the instance, for instance owners; others get "not found". */
export function OperationsScreen() {
  return useKnownMe().is_instance_owner ? <Operations /> : <NotFoundPage />;
}

function Operations() {
  const { data, error, refetch } = useKeptError(useQuery(operationsQuery));
  return (
    <Page title={texts.title} lead={texts.lead}>
      {error && <ErrorNotice error={error} title={texts.loadFailed} onRetry={() => void refetch()} />}
      {error && data && (
        <Text size="sm" mt="xs">
          {texts.old}
        </Text>
      )}
      {data && <Answer answer={data} />}
      {!data && !error && (
        <div role="status" aria-label={texts.loading}>
          <RowsSkeleton rows={6} />
        </div>
      )}
    </Page>
  );
}

function Answer({ answer }: { answer: OperationsView }) {
  return (
    <>
      <Problems answer={answer} />
      <ProcessTable processes={answer.processes} />
      <DeadLetters letters={answer.dead_letters} count={answer.dead_letter_count} />
      <Text size="sm" c="dimmed" mt="sm">
        {fill(texts.asked, { when: <TimeAgo time={answer.asked_at} /> })}
      </Text>
    </>
  );
}

function Problems({ answer }: { answer: OperationsView }) {
  const problems = findProblems(answer);
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="problems">
      <Title order={2} id="problems">
        {problems.length === 0 ? texts.none : texts.problemsTitle}
      </Title>
      {problems.length === 0 && <Text c="dimmed">{texts.noneHint}</Text>}
      <ul className={classes.problems}>
        {problems.map(({ what, todo, more }) => (
          <li key={what} className={`any-text ${classes.problem}`}>
            <strong>{what}</strong>
            <Text size="sm">{todo}</Text>
            <Text size="sm" c="dimmed">
              {fill(texts.more, {
                where: (
                  <Anchor href={guideAddressOf(more)} target="_blank" rel="noopener" inherit>
                    <code>{more}</code>
                  </Anchor>
                ),
              })}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
