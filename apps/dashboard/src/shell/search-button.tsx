import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { formatShortcut } from '../feedback/format-shortcut.js';
import { openPalette } from '../shortcuts/open-palette.js';
import classes from './shell.module.css';
import { texts } from './texts.js';

/** Opens the palette, and shows its shortcut. */
export const SearchButton = ({ onNavigate }: { onNavigate?: () => void }) => (
  <UnstyledButton
    className={classes.search}
    aria-keyshortcuts="Control+K Meta+K"
    onClick={() => {
      onNavigate?.();
      openPalette();
    }}
  >
    <IconSearch size={16} aria-hidden />
    {texts.search}
    <kbd aria-hidden className="keys-only">
      {formatShortcut('K')}
    </kbd>
  </UnstyledButton>
);
