import DefaultTheme from 'vitepress/theme';
import './theme.css';

// The generator requires a default export.
export default DefaultTheme;
