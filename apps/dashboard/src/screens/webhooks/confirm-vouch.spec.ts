import { expect, it } from '@jest/globals';
import { askBy, type Question } from '../../environment/confirm-in.js';
import { confirmVouch } from './confirm-vouch.js';

const webhook = {
  name: 'Deploys',
  url: 'https://hooks.example.com/services/eve\u200B',
  created_by: 'ada',
  created_by_name: 'Ada',
  url_set_by: 'ada',
};

it.each([
  [true, {}, 'Created by Ada.'],
  [false, { url_set_by: 'bo' }, 'Created by Ada. Someone else set its address, or it is unknown who did.'],
  [false, { url_set_by: null }, 'Created by Ada. Someone else set its address, or it is unknown who did.'],
  [true, { created_by: null, created_by_name: null, url_set_by: null }, 'The person who created it is unknown.'],
])('shows the whole address of a webhook and its author before it is enabled: %s %j', async (yes, more, author) => {
  const asked: Question[] = [];
  const end = askBy(async (question) => asked.push(question) > 0 && yes);
  let isRotated = false;
  await confirmVouch({ ...webhook, ...more }, () => (isRotated = true));
  end();
  expect(isRotated).toBe(yes);
  expect(asked.map(({ title, effects }) => [title, effects.slice(0, 2)])).toEqual([
    ['Enable Deploys?', ['It sends changes to “https://hooks.example.com/services/eve\u2066U+200B\u2069”.', author]],
  ]);
});
