import type { RotatedClientKey, RotatedSdkKey } from '@burgee/contracts/http';
import type { KeyKind } from '@burgee/contracts/wire';
import { call } from './call.js';
import { useEnvironmentChange } from './environments.js';

export interface RotatedKey {
  key: string;
  /** When the old key stops working, ISO 8601; null if it already has. */
  previousKeyExpiresAt: string | null;
}

export const useRotateKey = (projectId: string, kind: KeyKind) =>
  useEnvironmentChange(
    projectId,
    async ({ id, graceSeconds }: { id: string; graceSeconds: number }): Promise<RotatedKey> => {
      const path = `/api/projects/${projectId}/environments/${id}/rotate-${kind}-key`;
      const body = { grace_seconds: graceSeconds };
      const answer = await call<RotatedSdkKey | RotatedClientKey>('POST', path, { body });
      const key = 'sdk_key' in answer ? answer.sdk_key : answer.client_key;
      return { key, previousKeyExpiresAt: answer.previous_key_expires_at };
    },
  );
