import { Anchor, Container, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { asApiError, isGone } from '../../api/api-error.js';
import { usePageElement } from '../../shell/inside-main.js';
import { ErrorNotice } from './error-notice.js';
import { NotFoundPage } from './not-found-page.js';
import { texts } from '../texts.js';

const AGAIN_AFTER_MILLISECONDS = 5_000;

/** A page whose data failed to load. It retries by itself after a passing failure, and keeps its words while it does. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const element = usePageElement();
  const queries = useQueryClient();
  const { passing } = asApiError(error);
  const [failed] = useState(() =>
    queries.getQueryCache().findAll({
      predicate: ({ state }) => state.error === error || (state.status === 'error' && asApiError(state.error).passing),
    }),
  );
  const retry = async () => {
    const isOver = (thrown: unknown) => !asApiError(thrown).passing;
    const ends = await Promise.all(failed.map((query) => query.fetch().then(() => true, isOver)));
    // A page may open with some of it, as without auth. What it needs besides brings it back here.
    // Without a failed query, code could not be loaded.
    if (ends.length > 0 && !ends.some(Boolean)) return;
    reset();
    void router.invalidate();
  };
  const onTime = useEffectEvent(() => void retry());
  useEffect(() => {
    if (!passing) return undefined;
    const timer = setInterval(() => onTime(), AGAIN_AFTER_MILLISECONDS);
    return () => clearInterval(timer);
  }, [passing]);
  if (isGone(error)) return <NotFoundPage />;
  return (
    <Container size="sm" py="xl" component={element}>
      <Stack>
        <Title order={1}>{texts.pageFailed}</Title>
        <ErrorNotice error={error} title={texts.why} onRetry={() => void retry()} />
        <Anchor href="/" size="sm">
          {texts.allProjects}
        </Anchor>
      </Stack>
    </Container>
  );
}
