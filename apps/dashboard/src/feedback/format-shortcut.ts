const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** A key with the one that this machine has for shortcuts: "⌘ Z", "Ctrl Z". */
export const formatShortcut = (key: string): string => `${IS_MAC ? '⌘' : 'Ctrl'} ${key}`;
