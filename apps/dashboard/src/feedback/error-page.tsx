import { Anchor, Container, Stack } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { asApiError } from '../api/api-error.js';
import { ErrorNotice } from './error-notice.js';
import { NotFoundPage } from './not-found-page.js';

/** A page whose data failed to load. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { status } = asApiError(error);
  if (status === 404) return <NotFoundPage />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Container size="sm" py="xl" component="main">
      <Stack>
        <ErrorNotice error={error} title="This page could not be loaded" onRetry={retry} />
        <Anchor href="/" size="sm">
          All projects
        </Anchor>
      </Stack>
    </Container>
  );
}
