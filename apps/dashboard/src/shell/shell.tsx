import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { lazyDialog } from '../feedback/loading/lazy-dialog.js';
import { Shortcuts } from '../shortcuts/shortcuts.js';
import { InsideMain } from './inside-main.js';
import { Brand } from './brand.js';
import { NoteQuestion } from './note-question.js';
import { Navigation } from './navigation.js';
import classes from './shell.module.css';
import { TopBar } from './top-bar.js';
import { texts } from './texts.js';
import { ConfirmQuestion } from './confirm-question.js';

const NavigationDrawer = lazyDialog(async () => (await import('./navigation-drawer.js')).NavigationDrawer);

/** The frame around every page behind sign-in: navigation on its left, or above it on a narrow screen. */
export function Shell() {
  const [opened, { open, close }] = useDisclosure();
  const main = useFocusOnNavigation();
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {texts.skip}
      </a>
      <TopBar onMenu={open} />
      <aside className={classes.side}>
        <Brand />
        <Navigation />
      </aside>
      <NavigationDrawer opened={opened} onClose={close} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <InsideMain value>
          <Outlet />
        </InsideMain>
      </main>
      <NoteQuestion />
      <ConfirmQuestion />
      <Shortcuts />
    </div>
  );
}

/** Moves the focus to the start of a new page, so that screen readers announce it. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
