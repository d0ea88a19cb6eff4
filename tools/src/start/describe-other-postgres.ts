import { dirname } from 'node:path';
import type { OtherPostgres } from '@burgee/launcher';

/** For the image of everything: how to take over the data of another major version of Postgres. */
export function describeOtherPostgres({
  stored,
  own,
  dataDir,
}: Pick<OtherPostgres, 'stored' | 'own' | 'dataDir'>): string {
  const volume = dirname(dataDir);
  const backup = `${volume}/postgres-${stored}.backup`;
  const inVolume = (image: string, command: string) => `  docker run --rm -v VOLUME:${volume} ${image} ${command}`;
  return `The data in ${volume} was written by Postgres ${stored}, and this image has Postgres ${own}. Nothing was changed.
Stop this container, which could make a new database meanwhile. Then make a backup with the image that you used until now,
move the old data away, restore, and start:

  docker stop CONTAINER
${inVolume('OLD-IMAGE', `burgee-operator backup ${backup}`)}
${inVolume('NEW-IMAGE', `mv ${dataDir} ${dataDir}-${stored}`)}
${inVolume('NEW-IMAGE', `burgee-operator restore ${backup}`)}
  docker start CONTAINER`;
}
