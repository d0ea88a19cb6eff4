declare module 'virtual:mantine-layers.css';
declare module 'virtual:theme-variables.css';
