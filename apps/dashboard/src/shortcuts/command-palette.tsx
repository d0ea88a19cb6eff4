import { Modal } from '@mantine/core';
import { useFocusReturn } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyDialog } from '../feedback/loading/lazy-dialog.js';
import { LazyConfirmToggle } from '../toggle/lazy-confirm-toggle.js';
import { useSwitch } from '../toggle/use-switch.js';
import classes from './command-palette.module.css';
import type { PaletteItem } from './palette-item.js';
import { PaletteList } from './palette-list.js';
import { noteRecent } from './recent-items.js';
import { texts } from './texts.js';
import { usePaletteItems } from './use-palette-items.js';

const CreateFlag = lazyDialog(async () => (await import('../screens/flags/create-flag.js')).CreateFlag);

interface Props {
  opened: boolean;
  onClose: () => void;
  onSheet: () => void;
}

/** Finds flags, pages and projects, and offers their pages' actions, with the same questions. */
export function CommandPalette({ opened, onClose, onSheet }: Props) {
  const { projectId = '' } = useParams({ strict: false });
  const { flip, confirmation } = useSwitch({ id: projectId });
  const [creating, setCreating] = useState(false);
  const palette = usePaletteItems({ opened, onFlip: flip, onNewFlag: () => setCreating(true), onSheet });
  // At once: the dialog's own return comes later, and would take the focus from what an item opens.
  const returnFocus = useFocusReturn({ opened, shouldReturnFocus: false });
  const close = () => {
    returnFocus();
    onClose();
  };
  const choose = (item: PaletteItem) => {
    if (item.whyNot !== undefined) return;
    noteRecent(item.id);
    close();
    item.run();
  };
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        returnFocus={false}
        withCloseButton={false}
        padding={0}
        size={620}
        yOffset="10vh"
        attributes={{ content: { 'aria-label': texts.label } }}
        classNames={{ content: classes.content }}
      >
        <PaletteList {...palette} onChoose={choose} />
      </Modal>
      <CreateFlag opened={creating} projectId={projectId} onClose={() => setCreating(false)} />
      <LazyConfirmToggle {...confirmation} />
    </>
  );
}
