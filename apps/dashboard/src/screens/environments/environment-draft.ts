import type {
  AddEnvironmentRequest,
  EnvironmentColor,
  EnvironmentView,
  UpdateEnvironmentRequest,
} from '@burgee/contracts/http';
import { asApiError } from '../../api/api-error.js';
import { texts } from './texts.js';

/** An environment as this release or the previous one describes it. */
export type WithOrigins = Pick<EnvironmentView, 'url'> & Partial<Pick<EnvironmentView, 'more_origins'>>;

export interface EnvironmentDraft {
  name: string;
  url: string;
  /** One per line. */
  more_origins: string;
  protected: boolean;
  /** Undefined: the service chooses. */
  color: EnvironmentColor | undefined;
  /** Of a new environment, the id of the one whose values it starts with; empty: every flag starts off. */
  copyFrom: string;
}

export const BLANK: EnvironmentDraft = {
  name: '',
  url: '',
  more_origins: '',
  protected: false,
  color: undefined,
  copyFrom: '',
};

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Its registered origins: the page origin, then the further ones, which the previous release does not name. */
export const originsOf = ({ url, more_origins: more = [] }: WithOrigins): string[] => [
  ...(url === null ? [] : [url]),
  ...more,
];

/** The request that registers one more origin. */
export const withOrigin = ({ url, more_origins: more = [] }: WithOrigins, origin: string) =>
  url === null ? { url: origin } : { more_origins: [...more, origin] };

export const draftOf = (environment: EnvironmentView): EnvironmentDraft => ({
  name: environment.name,
  url: environment.url ?? '',
  more_origins: originsOf({ ...environment, url: null }).join('\n'),
  protected: environment.protected,
  color: environment.color,
  copyFrom: '',
});

/** Without a scheme, an address has no origin. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\/./i;

export function draftFaults({ name, url, more_origins: more }: EnvironmentDraft): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: texts.form.nameMissing }),
    ...(url.trim() !== '' && !HAS_SCHEME.test(url.trim()) && { url: texts.form.urlWrong }),
    ...(!linesOf(more).every((line) => HAS_SCHEME.test(line)) && { more_origins: texts.form.urlWrong }),
  };
}

export function toCreateRequest(draft: EnvironmentDraft): AddEnvironmentRequest {
  const { name, url, protected: guarded, color, copyFrom } = draft;
  const more = linesOf(draft.more_origins);
  return {
    name: name.trim(),
    ...(url.trim() !== '' && { url: url.trim() }),
    ...(more.length > 0 && { more_origins: more }),
    protected: guarded,
    ...(color && { color }),
    ...(copyFrom !== '' && { copy_values_from: copyFrom }),
  };
}

/** Only the fields changed since `before`, so that another user's change of the other fields stays. */
export function toUpdateRequest(draft: EnvironmentDraft, before: EnvironmentDraft): UpdateEnvironmentRequest {
  const [name, url, more] = [draft.name.trim(), draft.url.trim(), linesOf(draft.more_origins)];
  return {
    ...(name !== before.name && { name }),
    ...(url !== before.url && { url: url === '' ? null : url }),
    ...(more.join('\n') !== before.more_origins && { more_origins: more }),
    ...(draft.protected !== before.protected && { protected: draft.protected }),
    ...(draft.color !== before.color && { color: draft.color }),
  };
}

/** The names of the fields in the request. */
const SENT_AS = { name: 'name', url: 'url', more_origins: 'more_origins', copyFrom: 'copy_values_from' } as const;

/** The service's refusal, by field. Empty if it names no field. */
export function refusedFields(thrown: unknown): Record<string, string> {
  const error = asApiError(thrown);
  if (error.code === 'duplicate') return { name: texts.form.nameTaken };
  const faults = Object.entries(SENT_AS).map(([field, sent]) => [field, error.faultOf(sent)] as const);
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== undefined));
}
