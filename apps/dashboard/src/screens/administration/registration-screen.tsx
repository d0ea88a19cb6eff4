import type { RegistrationView } from '@burgee/contracts/http';
import { Button, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeRegistration, registrationQuery } from '../../api/administration.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { AdministrationPage } from './administration-page.js';
import classes from './administration.module.css';
import { ConfirmDeed, type DoneDeed } from './confirm-deed.js';
import { MailPanel } from './mail-panel.js';
import { texts as all } from './texts.js';

const texts = all.mode;
type Mode = RegistrationView['mode'];
/** The most open first. */
const MODES: readonly Mode[] = ['open', 'domain', 'invite', 'closed'];

/** Who may register. */
export function RegistrationScreen() {
  const { data, error, refetch } = useKeptError(useQuery(registrationQuery));
  return (
    <AdministrationPage title={all.registration} lead={texts.lead}>
      {error && <ErrorNotice error={error} title={texts.failed} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label={all.loading}>
          <RowsSkeleton rows={3} />
        </div>
      )}
      {data && <Choice key={data.mode} now={data.mode} setting={data.setting} domains={data.domains} />}
      <MailPanel />
    </AdministrationPage>
  );
}

function Choice({ now, setting, domains }: { now: Mode; setting: Mode; domains: string[] }) {
  const [mode, setMode] = useState(now);
  const [asked, setAsked] = useState<DoneDeed>();
  const isAllowed = (one: Mode) =>
    MODES.indexOf(one) >= MODES.indexOf(setting) && (one !== 'domain' || domains.length > 0);
  return (
    <section className={`panel ${classes.panel}`}>
      <Radio.Group label={texts.label} value={mode} onChange={(value) => setMode(value as Mode)}>
        <Stack gap="sm" mt="xs">
          {MODES.map((one) => (
            <Radio
              key={one}
              value={one}
              label={texts.name[one]}
              description={one === 'domain' ? texts.doesByDomain(domains) : texts.does[one]}
              disabled={!isAllowed(one)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {setting !== 'open' && (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.stricter(setting)}
        </Text>
      )}
      <Button
        mt="md"
        disabled={mode === now}
        onClick={() => setAsked({ ...texts.change(mode), run: () => changeRegistration(mode) })}
      >
        {all.save}
      </Button>
      <ConfirmDeed deed={asked} onClose={() => setAsked(undefined)} />
    </section>
  );
}
