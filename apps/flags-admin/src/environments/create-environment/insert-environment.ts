import { type CreateEnvironmentRequest, DomainError } from '@burgee/contracts';
import { violatedConstraint } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { slugFrom } from '../../projects/slug.js';
import { originOf } from '../origin.js';
import type { SdkKeyVault } from '../sdk-key-vault.js';

const DEFAULT_ICON = '🌱';

export function slugTaken(pointer: string): DomainError {
  return new DomainError('duplicate', 'Another one has this slug. Choose another name or slug.', {
    errors: [{ pointer, detail: 'is taken' }],
  });
}

/** Turns a taken slug into an answer; any other error stays what it is. */
export function explainTakenSlug(error: unknown, constraint: string): never {
  if (violatedConstraint(error) === constraint) throw slugTaken('/slug');
  throw error;
}

/** A new environment with its SDK key. @returns its id and what the audit entry holds of it */
export async function insertEnvironment(
  manager: EntityManager,
  vault: SdkKeyVault,
  projectId: string,
  request: CreateEnvironmentRequest,
) {
  const id = uuidv7();
  const values = {
    name: request.name,
    slug: request.slug ?? slugFrom(request.name, 'environment'),
    icon: request.icon || DEFAULT_ICON,
    url: request.url ? originOf(request.url) : null,
    protected: request.protected ?? false,
  };
  try {
    await manager.sql`
      insert into flags.environments (id, project_id, name, slug, icon, url, protected, created_at)
      values (${id}, ${projectId}, ${values.name}, ${values.slug}, ${values.icon}, ${values.url}, ${values.protected},
              clock_timestamp())`;
  } catch (error) {
    explainTakenSlug(error, 'environments_slug');
  }
  await insertKey(manager, vault, id);
  return { id, values };
}

/** A fresh current key for an environment. @returns the key, for showing */
export async function insertKey(manager: EntityManager, vault: SdkKeyVault, environmentId: string): Promise<string> {
  const { key, hash, ciphertext } = vault.mint(environmentId);
  await manager.sql`
    insert into flags.sdk_keys (id, environment_id, hash, ciphertext)
    values (${uuidv7()}, ${environmentId}, ${hash}, ${ciphertext})`;
  return key;
}
