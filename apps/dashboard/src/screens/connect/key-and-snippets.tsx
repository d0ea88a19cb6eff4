import type { EnvironmentView, FlagView } from '@burgee/contracts';
import { Tabs, Text } from '@mantine/core';
import { CopyAction } from '../../feedback/copyable.js';
import { AnchorLink } from '../../shell/links.js';
import classes from './connect-screen.module.css';
import { type Language, LANGUAGES, snippet, type SnippetValues } from './snippets.js';

/** The key, and code in which it is already filled in. */
export function KeyAndSnippets({ environment, flag }: { environment: EnvironmentView; flag: FlagView }) {
  const { sdk_key: sdkKey, name, url } = environment;
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
      <Tabs defaultValue="JavaScript" className={classes.full} keepMounted={false}>
        <Tabs.List>
          {LANGUAGES.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map((language) => (
          <Tabs.Panel key={language} value={language}>
            <Code language={language} values={values} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm" c="dimmed">
        From a server anything goes. From a browser, only pages of the registered address may call:{' '}
        {url === null ? `${name} has none yet.` : <code>{url}</code>}{' '}
        <AnchorLink to="/projects/$projectId/environments" params={{ projectId: environment.project_id }}>
          {url === null ? 'Register one' : 'Change it'}
        </AnchorLink>
      </Text>
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
