import { Container } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { ButtonLink } from '../shell/links.js';
import { EmptyState } from './empty-state.js';

/** The same for a project that the user may not see and for one that does not exist. */
export function NotFoundPage({ title = 'There is nothing here' }: { title?: string }) {
  return (
    <Container size="sm" py="xl" component="main">
      <EmptyState icon={<IconCompass />} title={title} action={<ButtonLink to="/">Go to your projects</ButtonLink>}>
        It was deleted, you are not a member of its project, or the address has a typo. Ask an admin of the project to
        add you.
      </EmptyState>
    </Container>
  );
}
