import type { EnvironmentView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconStack2 } from '@tabler/icons-react';
import type { EnvironmentRolesPatch } from '../../api/members.js';
import { EnvironmentRoleFields } from './environment-role-fields.js';
import { hasEnvironmentRoles } from './roles.js';
import classes from './people-screen.module.css';
import { texts } from './texts.js';

interface Props {
  environments: readonly EnvironmentView[];
  /** In the project. */
  role: Role;
  own: EnvironmentRolesPatch;
  onChange: (roles: EnvironmentRolesPatch) => void;
}

/** A part of a form that opens: the roles of a viewer or editor in single environments. */
export function EnvironmentRolesPart({ environments, role, own, onChange }: Props) {
  const [isOpen, { toggle }] = useDisclosure(false);
  if (!hasEnvironmentRoles(role) || environments.length === 0) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconStack2 size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {texts.perEnvironment}
      </Button>
      {isOpen && (
        <div className={classes.environments} role="group" aria-label={texts.perEnvironment}>
          <EnvironmentRoleFields
            environments={environments}
            role={role}
            own={own}
            onChoose={(id, one) => onChange({ ...own, [id]: one })}
          />
        </div>
      )}
    </>
  );
}
