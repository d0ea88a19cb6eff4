/** In a file of its own, so that it can load after the page. */
export { Notifications } from '@mantine/notifications';
