import type { WebhookView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { webhooksOf } from './webhooks.js';

const webhook = (id: string, fields: Partial<WebhookView>) => ({ id, ...fields }) as WebhookView;

it('a former admin disables what they created or gave an address, unless it is disabled for its author already', () => {
  const webhooks = [
    webhook('created', { created_by: 'ada', url_set_by: 'bo', disabled_reason: null }),
    webhook('moved', { created_by: 'bo', url_set_by: 'ada', disabled_reason: 'manual' }),
    webhook('disabled', { created_by: 'ada', url_set_by: 'ada', disabled_reason: 'author' }),
    webhook('of another', { created_by: 'bo', url_set_by: 'bo', disabled_reason: null }),
    webhook('of nobody', { created_by: null, url_set_by: null, disabled_reason: null }),
  ];
  expect(webhooksOf(webhooks, 'ada').map(({ id }) => id)).toEqual(['created', 'moved']);
});
