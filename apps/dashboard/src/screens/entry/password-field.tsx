import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { texts } from './texts.js';

/** A password field with a button to reveal it and a Caps Lock warning. */
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
