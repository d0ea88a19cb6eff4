import { Button, TextInput, Title } from '@mantine/core';
import { IconFolderPlus, IconMailOpened } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { projectsQuery } from '../../api/projects.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { invitationIn } from './invitation-in.js';
import classes from './projects-screen.module.css';
import { texts } from './texts.js';

const LOOK_EVERY_MILLISECONDS = 5_000;

/** What a user without a project can do. A project that they join elsewhere, as in another tab, appears by itself. */
export function NoProject() {
  useQuery({ ...projectsQuery, refetchInterval: LOOK_EVERY_MILLISECONDS });
  return (
    <Page title={texts.welcome} lead={texts.welcomeHint}>
      <div className={classes.choices}>
        <section className={`panel ${classes.choice}`} aria-labelledby="join">
          <IconMailOpened aria-hidden />
          <Title order={2} id="join">
            {texts.join}
          </Title>
          <p>{texts.joinHint}</p>
          <JoinForm />
        </section>
        <section className={`panel ${classes.choice}`} aria-labelledby="create">
          <IconFolderPlus aria-hidden />
          <Title order={2} id="create">
            {texts.first}
          </Title>
          <p>{texts.firstHint}</p>
          <ButtonLink to="/projects/new">{texts.createFirst}</ButtonLink>
        </section>
      </div>
    </Page>
  );
}

function JoinForm() {
  const navigate = useNavigate();
  const [link, setLink] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const token = invitationIn(link);
    if (token === undefined) setFault(texts.linkWrong);
    else void navigate({ to: '/invitation', hash: token });
  };
  return (
    <form noValidate onSubmit={submit} className={classes.join}>
      <TextInput
        label={texts.link}
        placeholder={texts.linkExample}
        autoComplete="off"
        spellCheck={false}
        value={link}
        error={fault}
        onChange={(event) => {
          setLink(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <Button type="submit" variant="default">
        {texts.openLink}
      </Button>
    </form>
  );
}
