import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flagsQuery } from '../../api/flags.js';
import { EndField, KindField } from '../../kinds/kind-fields.js';
import { MemberSelect } from '../../members/member-select.js';
import { TagsField } from '../../tags/tags-field.js';
import { tagsOf } from '../../tags/tidy-tags.js';
import type { FlagDraft } from './flag-draft.js';
import classes from './more-fields.module.css';
import { texts as all } from './texts.js';
import { texts } from './create-texts.js';

interface Props {
  projectId: string;
  draft: FlagDraft;
  /** By field. */
  errors: Readonly<Record<string, unknown>>;
  onChange: (change: Partial<FlagDraft>) => void;
}

const FIELDS = ['tags', 'owner', 'kind', 'endsOn'] as const;
const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined);

/** What few flags have from the start: closed until someone wants it or a field is wrong. */
export function MoreFields(props: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && FIELDS.some((name) => Boolean(props.errors[name]))) setOpen(true);
  return (
    <details open={isOpen} className={classes.more}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
        }}
      >
        {texts.more}
      </summary>
      {isOpen && <Fields {...props} />}
    </details>
  );
}

function Fields({ projectId, draft, errors, onChange }: Props) {
  const { data: flags = [] } = useQuery({ ...flagsQuery(projectId), staleTime: Infinity });
  return (
    <Stack mt="xs">
      <TagsField
        label={texts.tags}
        known={tagsOf(flags)}
        value={draft.tags}
        error={textOf(errors.tags)}
        onChange={(tags) => onChange({ tags })}
      />
      <MemberSelect
        label={all.owner}
        placeholder={all.noOwner}
        projectId={projectId}
        value={draft.owner || null}
        chosen=""
        error={textOf(errors.owner)}
        onChange={(owner) => onChange({ owner: owner ?? '' })}
      />
      <KindField
        value={draft.kind}
        error={textOf(errors.kind)}
        onChange={(kind) => onChange({ kind: kind as FlagDraft['kind'] })}
      />
      <EndField value={draft.endsOn} error={textOf(errors.endsOn)} onChange={(endsOn) => onChange({ endsOn })} />
    </Stack>
  );
}
