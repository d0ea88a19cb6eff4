import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { texts } from './texts.js';

/** A password that can be shown, and says when Caps Lock is on. */
export function PasswordField({ description, ...props }: PasswordInputProps) {
  const [caps, setCaps] = useState(false);
  return (
    <PasswordInput
      {...props}
      description={caps ? texts.capsLock : description}
      visibilityToggleButtonProps={{ 'aria-label': texts.showOrHide }}
      onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
      onBlur={() => setCaps(false)}
    />
  );
}
