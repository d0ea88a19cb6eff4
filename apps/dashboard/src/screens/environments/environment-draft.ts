import type {
  CreateEnvironmentRequest,
  EnvironmentColor,
  EnvironmentView,
  UpdateEnvironmentRequest,
} from '@burgee/contracts/http';
import { asApiError } from '../../api/api-error.js';
import { texts } from './texts.js';

export interface EnvironmentDraft {
  name: string;
  url: string;
  protected: boolean;
  /** Undefined: the service chooses. */
  color: EnvironmentColor | undefined;
}

export const BLANK: EnvironmentDraft = { name: '', url: '', protected: false, color: undefined };

export const draftOf = ({ name, url, protected: guarded, color }: EnvironmentView): EnvironmentDraft => ({
  name,
  url: url ?? '',
  protected: guarded,
  color,
});

export function draftFaults({ name, url }: EnvironmentDraft): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: texts.form.nameMissing }),
    ...(url.trim() !== '' && !/^https?:\/\//i.test(url.trim()) && { url: texts.form.urlWrong }),
  };
}

export function toCreateRequest({ name, url, protected: guarded, color }: EnvironmentDraft): CreateEnvironmentRequest {
  return {
    name: name.trim(),
    ...(url.trim() !== '' && { url: url.trim() }),
    protected: guarded,
    ...(color && { color }),
  };
}

/** Only the fields changed since `before`, so that another user's change of the other fields stays. */
export function toUpdateRequest(draft: EnvironmentDraft, before: EnvironmentDraft): UpdateEnvironmentRequest {
  const [name, url] = [draft.name.trim(), draft.url.trim()];
  return {
    ...(name !== before.name && { name }),
    ...(url !== before.url && { url: url === '' ? null : url }),
    ...(draft.protected !== before.protected && { protected: draft.protected }),
    ...(draft.color !== before.color && { color: draft.color }),
  };
}

/** The service's refusal, by field. Empty if it names no field. */
export function refusedFields(thrown: unknown): Record<string, string> {
  const error = asApiError(thrown);
  if (error.code === 'duplicate') return { name: texts.form.nameTaken };
  const faults = ['name', 'url'].map((field) => [field, error.faultOf(field)] as const);
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== undefined));
}
