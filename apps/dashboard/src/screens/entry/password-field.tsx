import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

/** A password that can be shown, and says when Caps Lock is on. */
export function PasswordField({ description, ...props }: PasswordInputProps) {
  const [caps, setCaps] = useState(false);
  return (
    <PasswordInput
      {...props}
      description={caps ? 'Caps Lock is on.' : description}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
      onBlur={() => setCaps(false)}
    />
  );
}
