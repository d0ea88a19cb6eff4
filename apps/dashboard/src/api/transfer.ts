import type { Imported } from '@burgee/contracts/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { type Sent, sendFile } from './send-file.js';

export const exportProjectPath = (projectId: string) => `/api/projects/${projectId}/export`;

interface ImportOptions {
  file: Blob;
  /** Undefined for a dry run. */
  tag?: string;
  onSent: (sent: Sent) => void;
}

/** Imports a document into a project, exactly as in the dry run, or tries it. */
export function useImportProject(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ file, tag, onSent }: ImportOptions) => {
      const query = new URLSearchParams(tag === undefined ? { dry_run: 'true' } : { if_match: tag });
      return call<Imported>('POST', `/api/projects/${projectId}/import?${query}`, {
        file,
        send: (path, request) => sendFile(path, request, onSent),
        triesOnly: tag === undefined,
      });
    },
    onSuccess: async ({ dry_run }) => {
      if (!dry_run) await queries.invalidateQueries();
    },
  });
}
