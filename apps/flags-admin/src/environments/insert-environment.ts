import type { CreateEnvironmentRequest, EnvironmentColor } from '@burgee/contracts/http';
import type { KeyKind } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { refuseTakenSlug, slugFrom } from '../slugs/slug.js';
import { defaultColor } from './default-color.js';
import { KEY_KINDS, keyTable } from './key-tables.js';
import { writeMoreOrigins } from '../unit-of-work/more-origins.js';
import { originOf, originsOf } from './origin.js';
import type { SdkKeyVault } from './sdk-key-vault.js';

const DEFAULT_ICON = '🌱';

/** Inserts an environment with its keys. @returns its id and the values for the audit entry */
export async function insertEnvironment(
  manager: EntityManager,
  vault: SdkKeyVault,
  projectId: string,
  request: CreateEnvironmentRequest,
) {
  const id = uuidv7();
  const isProtected = request.protected ?? false;
  const others = await manager.sql<{ color: EnvironmentColor }[]>`
    select color from flags.environments where project_id = ${projectId}`;
  const used = others.map(({ color }) => color);
  const values = {
    name: request.name,
    slug: request.slug ?? slugFrom(request.name, 'environment'),
    icon: request.icon || DEFAULT_ICON,
    url: request.url ? originOf(request.url) : null,
    more_origins: originsOf(request.more_origins ?? []),
    protected: isProtected,
    color: request.color ?? defaultColor(used, isProtected),
  };
  try {
    await manager.sql`
      insert into flags.environments (id, project_id, name, slug, icon, url, protected, color, sort_order, created_at)
      values (${id}, ${projectId}, ${values.name}, ${values.slug}, ${values.icon}, ${values.url}, ${values.protected},
              ${values.color},
              1 + (select coalesce(max(sort_order), 0) from flags.environments where project_id = ${projectId}),
              clock_timestamp())`;
  } catch (error) {
    refuseTakenSlug(error, 'environments_slug');
  }
  if (values.more_origins.length > 0) await writeMoreOrigins(manager, id, values.more_origins);
  for (const kind of KEY_KINDS) await insertKey(manager, vault, id, kind);
  return { id, values };
}

/** Inserts a new current key. @returns the key in plain text */
export async function insertKey(
  manager: EntityManager,
  vault: SdkKeyVault,
  environmentId: string,
  kind: KeyKind,
): Promise<string> {
  const { key, hash, ciphertext } = vault.mint(environmentId, kind);
  await manager.sql`
    insert into ${keyTable(kind)} (id, environment_id, hash, ciphertext)
    values (${uuidv7()}, ${environmentId}, ${hash}, ${ciphertext})`;
  return key;
}
