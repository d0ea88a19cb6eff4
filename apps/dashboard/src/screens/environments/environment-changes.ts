import type { FieldChange } from '../../toggle/describe-value.js';
import { type EnvironmentDraft, linesOf } from './environment-draft.js';
import { texts as environmentTexts } from '../../environment/texts.js';
import { texts as all } from './texts.js';

const texts = all.form;
/** Frameworks for apps serve every app from `localhost`, under a scheme of their own. */
export const isOfEveryApp = (origin: string) => /^(?!https?:)[a-z0-9+.-]+:\/\/localhost\b/.test(origin);

const orNone = (text: string) => (text.trim() === '' ? texts.nothing : text.trim());

/** A new environment alone copies values. */
type EditedField = Exclude<keyof EnvironmentDraft, 'copyFrom'>;

const SHOWN: { [K in EditedField]: [label: string, text: (value: EnvironmentDraft[K]) => string] } = {
  name: [texts.name, orNone],
  url: [texts.url, orNone],
  more_origins: [texts.more, (text) => orNone(linesOf(text).join(', '))],
  color: [environmentTexts.color, (color) => (color ? environmentTexts.colors[color] : texts.nothing)],
  protected: [texts.protected, (on) => (on ? texts.yes : texts.no)],
};

function change<K extends EditedField>(field: K, before: EnvironmentDraft, after: EnvironmentDraft): FieldChange[] {
  const [label, text] = SHOWN[field];
  const [old, fresh] = [text(before[field]), text(after[field])];
  return old === fresh ? [] : [{ field: label, before: old, after: fresh }];
}

/** The changes of an edit of an environment, line by line. */
export const environmentChanges = (before: EnvironmentDraft, after: EnvironmentDraft): FieldChange[] =>
  (Object.keys(SHOWN) as EditedField[]).flatMap((field) => change(field, before, after));

/** The effects of an edit on users and apps, a sentence each. */
export function environmentEffects(before: EnvironmentDraft, after: EnvironmentDraft): string[] {
  const [old, fresh] = [before, after].map(({ url, more_origins }) => linesOf(`${url}\n${more_origins}`));
  const added = fresh?.filter((origin) => !old?.includes(origin)) ?? [];
  return [
    ...(old?.filter((origin) => !fresh?.includes(origin)) ?? []).map(texts.originLost),
    ...added.map(texts.originAllowed),
    ...added.filter(isOfEveryApp).map(all.everyApp),
    ...(before.protected && !after.protected ? [texts.protectionLost] : []),
  ];
}
