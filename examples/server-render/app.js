import { FeatureFlag, useBooleanFlagValue, useStringFlagValue } from '@burgee/react';
import { createElement as h } from 'react';

/** The same on the server and in the page. */
export function App({ flagKey }) {
  const isNew = useBooleanFlagValue(flagKey, false);
  const headline = useStringFlagValue('headline', 'Welcome');
  return h(
    'main',
    null,
    h('h1', null, headline),
    h('p', { id: 'value' }, isNew ? 'on' : 'off'),
    h(FeatureFlag, { flagKey, defaultValue: false, fallback: 'The old checkout.' }, 'The new checkout.'),
  );
}
