import { Container } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { usePageElement } from '../../shell/inside-main.js';
import { ButtonLink } from '../../shell/links.js';
import { EmptyState } from '../empty-state.js';
import { texts } from '../texts.js';

/** Looks the same for a missing project and for a project that the user may not see. */
export function NotFoundPage({ title = texts.notFound }: { title?: string }) {
  return (
    <Container size="sm" py="xl" component={usePageElement()}>
      <EmptyState
        order={1}
        icon={<IconCompass />}
        title={title}
        action={<ButtonLink to="/projects">{texts.toProjects}</ButtonLink>}
      >
        {texts.notFoundHint}
      </EmptyState>
    </Container>
  );
}
