import type { EnvironmentView, ProjectView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { may } from '../../api/projects.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { useHashTarget } from '../../shell/use-hash-target.js';
import { listRules } from '../environments/list-rules.js';
import { texts as all } from '../environments/texts.js';
import classes from './settings-screen.module.css';

const texts = all.rules;
const RulesDialog = lazyDialog(async () => (await import('../environments/rules-dialog.js')).RulesDialog);

/** The approvals, freezes and required comments of all environments. */
export function RulesPanel({ project: { environments, role } }: { project: ProjectView }) {
  const panel = useHashTarget('rules');
  if (environments.length === 0) return null;
  return (
    <section ref={panel} tabIndex={-1} className={`panel ${classes.panel}`} aria-labelledby="change-rules">
      <Title order={2} id="change-rules">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.lead}
      </Text>
      <ul className={classes.rules}>
        {environments.map((environment) => (
          <Rules key={environment.id} environment={environment} role={role} />
        ))}
      </ul>
    </section>
  );
}

function Rules({ environment, role }: { environment: EnvironmentView; role: Role }) {
  const [opened, { open, close }] = useDisclosure();
  const lines = listRules(environment);
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div>
          <EnvironmentName environment={environment} />
          <Text size="sm" c="dimmed" className="any-text">
            {lines.length > 0 ? lines.join(' · ') : texts.none}
          </Text>
        </div>
        {may(role, 'admin') && (
          <Button variant="default" size="compact-md" aria-label={texts.openOf(environment.name)} onClick={open}>
            {texts.open}
          </Button>
        )}
      </Group>
      <RulesDialog opened={opened} environment={environment} role={role} onClose={close} />
    </li>
  );
}
