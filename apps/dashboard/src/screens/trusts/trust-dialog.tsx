import type { ProjectView, TrustView } from '@burgee/contracts/http';
import type { TrustProvider } from '@burgee/contracts/wire';
import { NativeSelect, TextInput } from '@mantine/core';
import { createTrust } from '../../api/trusts.js';
import { draftScope } from '../tokens/scope-draft.js';
import { ScopeDialog } from '../tokens/scope-dialog.js';
import { describeScope, namesOf } from '../tokens/token-scope.js';
import { texts } from './texts.js';
import {
  lacksEnvironment,
  newTrust,
  PRESETS,
  toTrustRequest,
  type TrustDraft,
  trustFaults,
  withProvider,
} from './trust-draft.js';

interface Props {
  opened: boolean;
  project: ProjectView;
  onClose: () => void;
  onMade: (trust: TrustView) => void;
}

const PROVIDERS = Object.entries(texts.providers).map(([value, label]) => ({ value, label }));

/** Names the CI jobs that get tokens of a project. */
export function TrustDialog({ project, ...props }: Props) {
  const projects = [project];
  const chosen = [project.id];
  return (
    <ScopeDialog
      {...props}
      says={texts.form}
      rules={{
        initial: newTrust(window.location.origin),
        validate: trustFaults,
        refusals: (refusal, { provider, scope }) => {
          const id = refusal.faultOf(`claims/${PRESETS[provider].id}`);
          // A missing claim of a scope has no field of its own name.
          const value =
            refusal.faultOf(`claims/${scope}`) ?? (id === undefined ? refusal.faultOf('claims') : undefined);
          return { issuer: refusal.faultOf('issuer'), audience: refusal.faultOf('audience'), id, value };
        },
        chosen: () => chosen,
        describe: (draft) => {
          const does = lacksEnvironment(draft)
            ? ''
            : describeScope(draftScope(draft, chosen), 'job', namesOf(projects));
          return does === '' ? '' : texts.sentence(does);
        },
      }}
      projects={projects}
      make={(draft: TrustDraft) => createTrust(project.id, toTrustRequest(draft, project.id))}
      renderFields={({ values, getInputProps, setValues }) => {
        const { scopes } = PRESETS[values.provider];
        const claim = { autoComplete: 'off', maxLength: 300 };
        return (
          <>
            <NativeSelect
              label={texts.provider}
              data={PROVIDERS}
              value={values.provider}
              onChange={(event) => setValues(withProvider(values, event.currentTarget.value as TrustProvider))}
            />
            <TextInput
              label={texts.issuer}
              description={texts.issuerHint[values.provider]}
              type="url"
              {...claim}
              {...getInputProps('issuer')}
            />
            <TextInput
              label={texts.audience}
              description={texts.audienceHint}
              {...claim}
              {...getInputProps('audience')}
            />
            <TextInput label={texts.id[values.provider]} {...claim} {...getInputProps('id')} />
            {scopes.length > 0 && (
              <>
                <NativeSelect
                  label={texts.scope}
                  data={scopes.map((value) => ({ value, label: texts.scopes[value] ?? value }))}
                  {...getInputProps('scope')}
                />
                <TextInput
                  label={texts.value}
                  placeholder={texts.values[values.scope]}
                  {...claim}
                  {...getInputProps('value')}
                />
              </>
            )}
          </>
        );
      }}
    />
  );
}
