import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { asApiError, describeFailure, wasEnded } from '../../api/api-error.js';
import { useCopy } from '../copying/use-copy.js';
import { texts } from '../texts.js';

interface Props {
  error: unknown;
  /** What failed, as in "The flags could not be loaded". */
  title: string;
  onRetry?: () => void;
}

/**
 * Says what failed, what to do, and the request id, which is in the service's log. Shows nothing for changes that the
 * user ended.
 */
export function ErrorNotice({ error, title, onRetry }: Props) {
  if (wasEnded(error)) return null;
  const { faultId, status } = asApiError(error);
  const failure = describeFailure(title, error);
  const Icon = status === 0 ? IconPlugConnectedX : IconAlertTriangle;
  return (
    <Alert className="notice-danger" title={failure.title} icon={<Icon aria-hidden />} role="alert">
      <Text size="sm" className="any-text">
        {failure.message}
      </Text>
      <Group mt="xs" gap="sm">
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        )}
        {faultId && <RequestId id={faultId} />}
      </Group>
    </Alert>
  );
}

/** For support: the service's log has this id on every line of the request. */
export function RequestId({ id }: { id: string }) {
  const { copied, copy } = useCopy(id);
  const label = copied ? texts.copied : texts.copyRequestId;
  return (
    <Button size="compact-xs" variant="subtle" color="gray" onClick={copy} title={id} aria-label={`${label} ${id}`}>
      {label}
    </Button>
  );
}
