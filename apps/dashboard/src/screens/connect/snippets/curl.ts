import type { Snippet } from './snippet.js';

export const curl: Snippet = ({ origin, sdkKey, flagKey }) => `curl -sS ${origin}/ofrep/v1/evaluate/flags/${flagKey} \\
  -H 'x-api-key: ${sdkKey}' -H 'content-type: application/json' \\
  -d '{"context":{"targetingKey":"user-1"}}'`;
