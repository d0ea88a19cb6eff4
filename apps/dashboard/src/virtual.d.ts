declare module 'virtual:mantine-layers.css';
declare module 'virtual:theme-variables.css';
declare module 'virtual:guide-palette.css';
