import { Text } from '@mantine/core';
import { ErrorNotice } from '../feedback/errors/error-notice.js';
import { texts } from './texts.js';

/** Says that usage is unavailable, and that everything else works. */
export const UsageError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div>
    <ErrorNotice error={error} title={texts.failed} onRetry={onRetry} />
    <Text size="sm" c="dimmed" mt="xs">
      {texts.failedHint}
    </Text>
  </div>
);
