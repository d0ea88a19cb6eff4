const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** A key with this machine's modifier for shortcuts: "⌘ Z", "Ctrl Z". */
export const formatShortcut = (key: string): string => `${IS_MAC ? '⌘' : 'Ctrl'} ${key}`;
