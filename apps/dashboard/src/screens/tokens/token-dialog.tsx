import type { NewTokenView, TokenView } from '@burgee/contracts/http';
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { createToken, type TokenList } from '../../api/tokens.js';
import { dayAndTime } from '../../feedback/time/time.js';
import { draftScope } from './scope-draft.js';
import { choicesOf, type ChoosableProject, ScopeDialog } from './scope-dialog.js';
import { texts } from './texts.js';
import {
  CHOSEN_DAYS,
  draftDays,
  draftFaults,
  endAfter,
  NEW_TOKEN,
  OTHER_DAYS,
  projectsOf,
  type TokenDraft,
  toTokenRequest,
} from './token-draft.js';
import { describeScope, namesOf } from './token-scope.js';

/** What a token can be made of. */
export interface TokenForm {
  kind: TokenView['kind'];
  /** Of a token that belongs to a project. */
  projectId?: string;
  /** Those to choose from. */
  projects: readonly ChoosableProject[];
  mayAdminister?: boolean;
}

interface Props extends TokenForm {
  opened: boolean;
  list: TokenList;
  onClose: () => void;
  onMade: (token: NewTokenView) => void;
}

const ENDS = [
  ...CHOSEN_DAYS.map((days) => ({ value: days as string, label: texts.inDays(days) })),
  { value: OTHER_DAYS, label: texts.otherDays },
];

/** Makes a token. */
export function TokenDialog({ list, kind, projectId, ...props }: Props) {
  const { projects } = props;
  const chosen = (draft: TokenDraft) => projectsOf(draft, projectId);
  return (
    <ScopeDialog
      {...props}
      says={texts.form}
      note={kind === 'personal' ? texts.asFarAs : undefined}
      rules={{
        initial: NEW_TOKEN,
        validate: draftFaults,
        refusals: (refusal) => ({ projects: refusal.faultOf('projects'), days: refusal.faultOf('expires_in_days') }),
        chosen,
        describe: (draft, now) => {
          const does = describeScope(draftScope(draft, chosen(draft)), kind, namesOf(projects));
          const days = draftDays(draft);
          return does === '' || days === undefined ? does : texts.until(does, dayAndTime(endAfter(days, now)));
        },
      }}
      make={(draft: TokenDraft) => createToken(list, toTokenRequest(draft, projectId))}
      renderFields={({ values, getInputProps }) => (
        <>
          <NativeSelect label={texts.ends_in} data={ENDS} {...getInputProps('ends')} />
          {values.ends === OTHER_DAYS && (
            <TextInput label={texts.days} inputMode="numeric" autoComplete="off" {...getInputProps('days')} />
          )}
          {projectId === undefined && (
            <MultiSelect
              label={texts.projects}
              description={texts.projectsHint[kind]}
              data={choicesOf(projects)}
              placeholder={values.projects.length === 0 ? texts.all : undefined}
              searchable
              limit={50}
              {...getInputProps('projects')}
            />
          )}
        </>
      )}
    />
  );
}
