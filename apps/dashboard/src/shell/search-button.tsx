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
    title={texts.search}
    aria-keyshortcuts="Control+K Meta+K"
    onClick={() => {
      onNavigate?.();
      openPalette();
    }}
  >
    <IconSearch size={16} aria-hidden />
    <span className={classes.searchWord}>{texts.search}</span>
    <kbd aria-hidden className="keys-only">
      {formatShortcut('K')}
    </kbd>
  </UnstyledButton>
);
