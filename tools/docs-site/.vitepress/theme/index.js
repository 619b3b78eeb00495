import DefaultTheme from 'vitepress/theme';
import './theme.css';

// The generator loads its theme from the default export.
export default DefaultTheme;
