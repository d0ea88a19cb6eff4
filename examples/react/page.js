import { BurgeeProvider, FeatureFlag, useBurgeeStatus, useBooleanFlagDetails, useContextMutator } from '@burgee/react';
import { createClient } from '@burgee/sdk';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

// The example's server writes them into the page.
const { baseUrl, sdkKey, flagKey } = globalThis.example;
const client = createClient({ baseUrl, sdkKey, context: { targetingKey: 'visitor-1' } });

let visitor = 1;

function Checkout() {
  const { value, reason } = useBooleanFlagDetails(flagKey, false);
  return h('p', null, h('strong', { id: 'value' }, value ? 'on' : 'off'), ` (${reason})`);
}

/** Percentages go by the targetingKey: another visitor may see another checkout. */
function nextVisitor() {
  visitor += 1;
  return { targetingKey: `visitor-${visitor}` };
}

function App() {
  const status = useBurgeeStatus();
  const { setContext } = useContextMutator();
  const beSomebodyElse = () => setContext(nextVisitor());
  return h(
    'main',
    null,
    h('h1', null, flagKey),
    h(Checkout),
    h(FeatureFlag, { flagKey, defaultValue: false, fallback: 'The old checkout.' }, 'The new checkout.'),
    h('p', null, 'Burgee: ', h('span', { id: 'status' }, status)),
    h('button', { onClick: beSomebodyElse }, 'Be somebody else'),
  );
}

createRoot(document.getElementById('root')).render(h(BurgeeProvider, { client }, h(App)));
