import type { Role } from '@burgee/contracts/wire';
import { IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { may } from '../../api/projects.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { ButtonLink } from '../../shell/links.js';

interface Props {
  projectId: string;
  /** The reader's role. */
  role: Role;
  /** Creates one; without it the page links to the environments. */
  create?: ReactNode;
}

/** A project without environments: nothing can be switched, and no app can connect. */
export function NoEnvironment({ projectId, role, create }: Props) {
  const isAdmin = may(role, 'admin');
  const link = (
    <ButtonLink to="/projects/$projectId/environments" params={{ projectId }}>
      Go to the environments
    </ButtonLink>
  );
  return (
    <div className="panel">
      <EmptyState icon={<IconStack2 />} title="No environment" action={isAdmin && (create ?? link)}>
        Flags have their values in environments, such as Development and Production. Without one there is nothing to
        switch, and no key to fetch flags with.{' '}
        {isAdmin ? 'Make one first.' : 'An admin of this project makes the first.'}
      </EmptyState>
    </div>
  );
}
