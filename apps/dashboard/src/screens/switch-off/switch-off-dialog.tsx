import type { CreatedSwitchOffLink, EnvironmentView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useCreateSwitchOffLink } from '../../api/switch-off-links.js';
import { useCloseGuard } from '../../feedback/dialogs/use-close-guard.js';
import { LinkForm } from './link-form.js';
import { LinkList } from './link-list.js';
import { MadeLink } from './made-link.js';
import { texts } from './texts.js';

interface Props {
  opened: boolean;
  environment: EnvironmentView;
  /** The reader's role. */
  role: Role;
  onClose: () => void;
}

type View = { name: 'list' } | { name: 'form' } | { name: 'made'; link: CreatedSwitchOffLink };
const LIST: View = { name: 'list' };

/** The switch-off links of an environment: one dialog in which they are listed, made, shown once and revoked. */
export function SwitchOffDialog({ opened, environment, role, onClose }: Props) {
  const [view, setView] = useState<View>(LIST);
  const creating = useCreateSwitchOffLink(environment);
  const guard = useCloseGuard(creating.isPending, onClose);
  const show = (next: View) => {
    guard.onTyped(false);
    creating.reset();
    setView(next);
  };
  return (
    <Modal
      opened={opened}
      onClose={guard.close}
      onExitTransitionEnd={() => show(LIST)}
      title={view.name === 'form' ? texts.form.title : texts.title}
      closeOnClickOutside={view.name !== 'made'}
      size="lg"
    >
      {view.name === 'list' && (
        <LinkList environment={environment} role={role} onMake={() => show({ name: 'form' })} onClose={onClose} />
      )}
      {view.name === 'form' && (
        <LinkForm
          environment={environment}
          creating={creating}
          onTyped={guard.onTyped}
          onMade={(link) => show({ name: 'made', link })}
          onBack={() => show(LIST)}
        />
      )}
      {view.name === 'made' && <MadeLink link={view.link} onDone={() => show(LIST)} />}
    </Modal>
  );
}
