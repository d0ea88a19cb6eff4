import { type ComponentProps, lazy, Suspense } from 'react';

const ConfirmToggle = lazy(async () => ({ default: (await import('./confirm-toggle.js')).ConfirmToggle }));

type Asked = ComponentProps<typeof ConfirmToggle>;

/** The question before a protected switch, loaded when it is first asked. */
export function AskToggle({ asking, onAnswer }: Omit<Asked, 'asking'> & { asking: Asked['asking'] | undefined }) {
  return <Suspense>{asking && <ConfirmToggle asking={asking} onAnswer={onAnswer} />}</Suspense>;
}
