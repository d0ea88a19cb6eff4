import type { EnvironmentView } from '@burgee/contracts/http';
import { type EnvironmentRole, ENVIRONMENT_ROLES, type Role } from '@burgee/contracts/wire';
import { NativeSelect, Text } from '@mantine/core';
import type { EnvironmentRolesPatch } from '../../api/members.js';
import { texts } from './texts.js';

interface Props {
  environments: readonly EnvironmentView[];
  /** In the project. */
  role: Role;
  /** In environments, by id. */
  own: EnvironmentRolesPatch;
  onChoose: (environmentId: string, role: EnvironmentRole | null) => void;
}

/** The roles of a viewer or editor in single environments. */
export function EnvironmentRoleFields({ environments, role, own, onChoose }: Props) {
  return (
    <>
      {environments.map(({ id, name }) => (
        <NativeSelect
          key={id}
          label={name}
          data={[
            { value: '', label: texts.asInProject(role) },
            ...ENVIRONMENT_ROLES.map((value) => ({ value, label: texts.role[value][0] })),
          ]}
          value={own[id] ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(id, value === '' ? null : (value as EnvironmentRole))}
        />
      ))}
      <Text size="sm" c="dimmed">
        {texts.rolesHint}
      </Text>
    </>
  );
}
