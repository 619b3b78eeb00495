import '@mantine/core/styles/Switch.layer.css';

export { Switch } from '@mantine/core';
