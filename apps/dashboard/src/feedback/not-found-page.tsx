import { Container } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { ButtonLink } from '../shell/links.js';
import { EmptyState } from './empty-state.js';

/** A stranger's project and one that never was look the same. */
export function NotFoundPage() {
  return (
    <Container size="sm" py="xl" component="main">
      <EmptyState
        icon={<IconCompass />}
        title="There is nothing here"
        action={<ButtonLink to="/">Go to your projects</ButtonLink>}
      >
        It was deleted, the address has a typo, or you are not a member of its project. Ask an admin of the project to
        add you.
      </EmptyState>
    </Container>
  );
}
