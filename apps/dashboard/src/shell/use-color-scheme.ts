import { useMantineColorScheme } from '@mantine/core';

/** Light, dark or as in the system. Transitions stay on, because Mantine stops them with a `<style>`, which the CSP refuses. */
export const useColorScheme = () => useMantineColorScheme({ keepTransitions: true });
