// Starts the page.

import { render } from 'preact';
import { App } from './app';
import { keepOffline } from './offline/offline';
import { keepSettings, loadLanguage } from './state/settings';
import './styles/tokens.css';
import './styles/page.css';
import './styles/board.css';
import './styles/play.css';
import './styles/learn.css';

keepSettings();
const root = document.getElementById('page');
void loadLanguage().then(() => {
  if (root !== null) render(<App />, root);
  keepOffline();
});
