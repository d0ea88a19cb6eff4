import type { AuditVerification } from '@burgee/contracts/http';
import { callLinked, type Linked } from './call.js';

/**
 * Compares all entries with their hashes, part after part, until one contradicts them.
 * @param onPart receives the number of entries compared so far
 * @throws ApiError
 */
export async function verifyAudit(projectId: string, onPart: (entries: number) => void): Promise<AuditVerification> {
  let all: AuditVerification | undefined;
  for (let path: string | undefined = `/api/projects/${projectId}/audit/verify`; path;) {
    const { answer, next }: Linked<AuditVerification> = await callLinked<AuditVerification>(path);
    all = {
      ...answer,
      entries: answer.entries + (all?.entries ?? 0),
      checkpoint: answer.checkpoint ?? all?.checkpoint ?? null,
      lost: [...(all?.lost ?? []), ...answer.lost],
    };
    onPart(all.entries);
    path = next;
  }
  return all as AuditVerification;
}
