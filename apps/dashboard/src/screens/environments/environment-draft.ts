import type { CreateEnvironmentRequest, EnvironmentView, UpdateEnvironmentRequest } from '@burgee/contracts';
import { asApiError } from '../../api/api-error.js';

export interface EnvironmentDraft {
  name: string;
  icon: string;
  url: string;
  protected: boolean;
}

export const BLANK: EnvironmentDraft = { name: '', icon: '🌱', url: '', protected: false };

export const draftOf = ({ name, icon, url, protected: guarded }: EnvironmentView): EnvironmentDraft => ({
  name,
  icon,
  url: url ?? '',
  protected: guarded,
});

export function draftFaults({ name, url }: EnvironmentDraft): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: 'Give it a name.' }),
    ...(url.trim() !== '' && !/^https?:\/\//i.test(url.trim()) && { url: 'Begin with https:// or http://.' }),
  };
}

export function toCreateRequest({ name, icon, url, protected: guarded }: EnvironmentDraft): CreateEnvironmentRequest {
  return {
    name: name.trim(),
    ...(icon.trim() !== '' && { icon: icon.trim() }),
    ...(url.trim() !== '' && { url: url.trim() }),
    protected: guarded,
  };
}

export function toUpdateRequest({ name, icon, url, protected: guarded }: EnvironmentDraft): UpdateEnvironmentRequest {
  return {
    name: name.trim(),
    ...(icon.trim() !== '' && { icon: icon.trim() }),
    url: url.trim() === '' ? null : url.trim(),
    protected: guarded,
  };
}

/** The service's refusal, at the field it is about. Empty when it is about none. */
export function refusedFields(thrown: unknown): Record<string, string> {
  const error = asApiError(thrown);
  if (error.code === 'duplicate') return { name: 'Another environment of this project is called so.' };
  const faults = ['name', 'icon', 'url'].map((field) => [field, error.faultOf(field)] as const);
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== undefined));
}
