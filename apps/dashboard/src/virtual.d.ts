declare module 'virtual:theme-variables.css';
