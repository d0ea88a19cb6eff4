import { useMantineColorScheme } from '@mantine/core';

/** Light, dark or as the system is. Transitions go on: to stop them for a moment Mantine writes a `<style>`, which the CSP refuses. */
export const useColorScheme = () => useMantineColorScheme({ keepTransitions: true });
