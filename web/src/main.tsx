// Where the page begins.

import { render } from 'preact';
import { App } from './app';
import { keepOffline } from './offline/offline';
import './styles/tokens.css';
import './styles/page.css';
import './styles/board.css';
import './styles/play.css';
import './styles/learn.css';

const root = document.getElementById('page');
if (root !== null) render(<App />, root);
keepOffline();
