import type { EnvironmentView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { asApiError } from '../../api/api-error.js';
import { useApplied } from '../../api/applied.js';
import { describeDelivery } from './describe-delivery.js';
import { texts as all } from '../texts.js';

const texts = all.delivery;

interface Props {
  environment: EnvironmentView;
  /** Called when the numbers are final. */
  onOver: () => void;
}

/** How many clients have a change, live. Screen readers announce only the final numbers. */
export function DeliveryProgress({ environment, onOver }: Props) {
  const { view, error, isOver } = useApplied(environment);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver) over();
  }, [isOver]);
  const said = error ? texts.failed(asApiError(error).message) : describeDelivery(view, isOver);
  const text = texts.inEnvironment(environment.name, said);
  return (
    <Text size="sm" component="div" className="any-text">
      <span aria-live="off" aria-hidden={isOver}>
        {text}
      </span>
      <span role="status" className="visually-hidden">
        {isOver && text}
      </span>
    </Text>
  );
}
