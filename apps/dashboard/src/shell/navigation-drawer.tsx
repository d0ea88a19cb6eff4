import { Drawer } from '@mantine/core';
import { Brand } from './brand.js';
import { Navigation } from './navigation.js';
import { texts } from './texts.js';

/** The navigation of a narrow screen. */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="17rem"
      title={<Brand />}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Navigation onNavigate={onClose} />
    </Drawer>
  );
}
