import { Group, Text } from '@mantine/core';
import { useDeferredValue, useEffect, useState } from 'react';
import { loadCode } from '../../feedback/loading/load-code.js';
import { texts } from './texts.js';

type Estimate = (password: string) => number;

/** Rates a password. It loads its lists when the user types, and refuses nothing: the service decides. */
export function PasswordStrength({ password }: { password: string }) {
  const [estimate, setEstimate] = useState<{ of: Estimate }>();
  const deferred = useDeferredValue(password);
  const isUsed = password !== '';
  useEffect(() => {
    if (!isUsed) return undefined;
    let isShown = true;
    loadCode(() => import('./estimate-strength.js'))
      .then(({ estimateStrength }) => isShown && setEstimate({ of: estimateStrength }))
      // Users can choose a password without the estimate.
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [isUsed]);
  if (!estimate || deferred === '') return null;
  const score = estimate.of(deferred);
  return (
    <Group gap="xs" wrap="nowrap">
      <meter aria-label={texts.strength} min={0} max={4} low={2} high={3} optimum={4} value={score} />
      <Text size="xs" c="dimmed" role="status">
        {texts.strengths[score]}
      </Text>
    </Group>
  );
}
