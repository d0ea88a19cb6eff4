import { OtherPostgres } from '@burgee/launcher';
import { expect, it } from '@jest/globals';
import { describeOtherPostgres } from './describe-other-postgres.js';

it('data of another Postgres is refused with the commands that take it over, in their order', () => {
  const text = describeOtherPostgres(new OtherPostgres('/data/postgres', '17', '18'));
  expect(text).toContain('written by Postgres 17, and this image has Postgres 18. Nothing was changed.');
  expect(text.match(/(?<=-IMAGE |^  docker (?=st)).*/gm)).toEqual([
    'stop CONTAINER',
    'burgee-operator backup /data/postgres-17.backup',
    'mv /data/postgres /data/postgres-17',
    'burgee-operator restore /data/postgres-17.backup',
    'start CONTAINER',
  ]);
  expect(text.match(/VOLUME:\/data \w+-IMAGE/g)).toEqual([
    'VOLUME:/data OLD-IMAGE',
    'VOLUME:/data NEW-IMAGE',
    'VOLUME:/data NEW-IMAGE',
  ]);
});
