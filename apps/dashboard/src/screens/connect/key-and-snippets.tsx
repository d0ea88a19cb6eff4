import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyAction } from '../../feedback/copyable.js';
import { may } from '../../api/projects.js';
import { AllowPage } from './allow-page.js';
import classes from './connect-screen.module.css';
import { isInPages, type Language, LANGUAGES, snippet, type SnippetValues } from './snippets.js';

interface Props {
  environment: EnvironmentView;
  flag: FlagView;
  /** The reader's role. */
  role: Role;
}

/** The key, and code in which it is already filled in. */
export function KeyAndSnippets({ environment, flag, role }: Props) {
  const [language, setLanguage] = useState<Language>('JavaScript');
  const { sdk_key: sdkKey, name } = environment;
  if (sdkKey === undefined)
    return (
      <Text size="sm" c="dimmed">
        SDK keys are shown to editors and above. Ask an admin of this project for the role, or for the key of {name}.
      </Text>
    );
  const values: SnippetValues = { origin: window.location.origin, sdkKey, flagKey: flag.key, type: flag.type };
  return (
    <>
      <div className={classes.key}>
        <code>{sdkKey}</code>
        <CopyAction value={sdkKey} what={`SDK key of ${name}`} />
      </div>
      <Tabs
        value={language}
        onChange={(chosen) => setLanguage(chosen as Language)}
        className={classes.full}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs}>
          {LANGUAGES.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {one}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <Code language={one} values={values} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {isInPages(language) && (
        <AllowPage key={environment.id} environment={environment} mayAllow={may(role, 'admin')} />
      )}
    </>
  );
}

function Code({ language, values }: { language: Language; values: SnippetValues }) {
  const code = snippet(language, values);
  return (
    <div className={classes.code}>
      <pre tabIndex={0} aria-label={`${language} snippet`}>
        <code>{code}</code>
      </pre>
      <span className={classes.copy}>
        <CopyAction value={code} what={`${language} snippet`} />
      </span>
    </div>
  );
}
