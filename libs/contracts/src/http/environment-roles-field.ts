import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { isUUID, ValidateBy, ValidateIf } from 'class-validator';
import { ENVIRONMENT_ROLES } from '../wire/roles.js';

interface Options {
  description: string;
  optional?: boolean;
  /** Whether null takes the role of an environment away. */
  clears?: boolean;
}

const isRoles = (value: unknown, clears: boolean) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([id, role]) =>
      isUUID(id) && ((clears && role === null) || (ENVIRONMENT_ROLES as readonly unknown[]).includes(role)),
  );

/** Roles by the id of an environment. */
export function EnvironmentRolesField({ description, optional = false, clears = false }: Options): PropertyDecorator {
  const role = { type: 'string', enum: [...ENVIRONMENT_ROLES], nullable: clears };
  const says = `ids of environments, each with ${[...ENVIRONMENT_ROLES, ...(clears ? ['null'] : [])].join(' or ')}`;
  const areRoles = ValidateBy({
    name: 'areRoles',
    validator: {
      validate: (value: unknown) => isRoles(value, clears),
      defaultMessage: () => `$property must be an object: ${says}`,
    },
  });
  return applyDecorators(
    (optional ? ApiPropertyOptional : ApiProperty)({ type: 'object', additionalProperties: role, description }),
    ValidateIf((_, value) => !optional || value !== undefined),
    areRoles,
  );
}
