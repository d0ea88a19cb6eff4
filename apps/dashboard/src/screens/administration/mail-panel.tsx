import { Button, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mailQuery, sendTestMail } from '../../api/administration.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import classes from './administration.module.css';
import { texts as all } from './texts.js';

const texts = all.mail;

/** Whether the installation sends mail, and what waits. */
export function MailPanel() {
  const queries = useQueryClient();
  const { data, error } = useQuery(mailQuery);
  const test = useMutation({
    mutationFn: sendTestMail,
    onSuccess: () => {
      showDone(texts.testSent, texts.testSentHint);
      void queries.invalidateQueries({ queryKey: mailQuery.queryKey });
    },
  });
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="mail">
      <Title order={2} id="mail">
        {texts.title}
      </Title>
      {error && <ErrorNotice error={error} title={texts.failed} />}
      {test.error && <ErrorNotice error={test.error} title={texts.testFailed} />}
      {data && !data.is_on && <Text mt="sm">{texts.off}</Text>}
      {data?.is_on && (
        <>
          <Text mt="sm" className="any-text">
            {texts.on(data)}
          </Text>
          {data.last_error && (
            <Text size="sm" c="dimmed" className="any-text">
              {texts.lastError(data.last_error)}
            </Text>
          )}
          <Button mt="md" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {texts.test}
          </Button>
        </>
      )}
    </section>
  );
}
