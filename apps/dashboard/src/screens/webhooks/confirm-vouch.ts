import type { WebhookView } from '@burgee/contracts/http';
import { confirmIn } from '../../environment/confirm-in.js';
import { valueText } from '../../toggle/describe-value.js';
import { texts as all } from './texts.js';

const texts = all.vouching;

type Vouched = Pick<WebhookView, 'name' | 'url' | 'created_by' | 'created_by_name' | 'url_set_by'>;

function authorOf({ created_by, created_by_name, url_set_by }: Vouched): string {
  const author = created_by_name === null ? texts.byUnknown : texts.by(created_by_name);
  return url_set_by === created_by ? author : `${author} ${texts.moved}`;
}

/** Shows the whole address and its author before an admin vouches for a webhook: it receives changes from then on. */
export const confirmVouch = (webhook: Vouched, rotate: () => unknown): Promise<boolean> =>
  confirmIn(
    {
      title: texts.title(webhook.name),
      action: all.vouch,
      environments: [],
      effects: [texts.to(valueText(webhook.url)), authorOf(webhook), texts.secret],
      always: true,
    },
    rotate,
  );
