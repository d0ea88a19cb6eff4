declare module 'virtual:theme-variables.css';
declare module 'virtual:mantine-layers.css';
