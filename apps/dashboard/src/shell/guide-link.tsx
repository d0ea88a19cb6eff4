import { ActionIcon } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { texts } from './texts.js';
import { useGuideAddress } from './use-guide-address.js';

/** Leads to the page of the guide for this screen. */
export function GuideLink() {
  return (
    <ActionIcon
      component="a"
      href={useGuideAddress()}
      target="_blank"
      rel="noopener"
      variant="subtle"
      color="gray"
      aria-label={texts.guideToScreen}
      title={texts.guideToScreen}
    >
      <IconHelpCircle size={18} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
}
