import type { EnvironmentView, FlagSummary } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Tabs, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { may } from '../../api/projects.js';
import { AllowPage } from './allow-page.js';
import classes from './connect-screen.module.css';
import { Code } from './code.js';
import { InstallPackage } from './install-package.js';
import { FIRST_LANGUAGE, isInPages, type Language, LANGUAGES } from './snippets/languages.js';
import type { SnippetValues } from './snippets/snippet.js';
import { texts } from './texts.js';

interface Props {
  environment: EnvironmentView;
  flag: Pick<FlagSummary, 'key' | 'type'>;
  /** The reader's role. */
  role: Role;
  /** Further notes on a language, below its code. */
  notes?: Partial<Record<Language, ReactNode>>;
  onLanguage?: (language: Language) => void;
}

/** For each language the key for the place where it runs, and code with the key filled in. */
export function KeyAndSnippets({ environment, flag, role, notes, onLanguage }: Props) {
  const [language, setLanguage] = useState<Language>(FIRST_LANGUAGE);
  const { sdk_key: sdkKey, client_key: clientKey, name } = environment;
  if (sdkKey === undefined || clientKey === undefined)
    return (
      <Text size="sm" c="dimmed">
        {texts.keyForEditors(name)}
      </Text>
    );
  const values: SnippetValues = {
    origin: window.location.origin,
    sdkKey,
    clientKey,
    flagKey: flag.key,
    type: flag.type,
  };
  const inPages = isInPages(language);
  const choose = (one: Language) => {
    setLanguage(one);
    onLanguage?.(one);
  };
  return (
    <>
      <Tabs
        value={language}
        onChange={(chosen) => choose(chosen as Language)}
        className={classes.full}
        keepMounted={false}
      >
        <Tabs.List>
          {LANGUAGES.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {one}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map((one) => (
          <Tabs.Panel key={one} value={one} pt="sm">
            <Key value={inPages ? clientKey : sdkKey} what={inPages ? texts.clientKeyOf(name) : texts.sdkKeyOf(name)} />
            <Text size="sm" c="dimmed" mt={6}>
              {inPages ? texts.clientKeyHint : texts.sdkKeyHint}
            </Text>
            <Code language={one} values={values} />
            <InstallPackage language={one} origin={values.origin} />
            {notes?.[one]}
          </Tabs.Panel>
        ))}
      </Tabs>
      {inPages && <AllowPage key={environment.id} environment={environment} mayAllow={may(role, 'admin')} />}
    </>
  );
}

function Key({ value, what }: { value: string; what: string }) {
  return (
    <>
      <Text size="sm" fw={500} mb={4} className="any-text">
        {texts.keyLabel(what)}
      </Text>
      <div className={classes.key}>
        <code>{value}</code>
        <CopyAction value={value} what={what} />
      </div>
    </>
  );
}
