// The page about the program, with the keys of the board.

import type { JSX } from 'preact';
import { KeysTable } from '../play/keys';
import { served } from '../service/service';
import { link } from '../state/router';
import { Rich } from '../ui/Rich';
import { t } from '../words/language';

export function About(): JSX.Element {
  const words = t.about;
  return (
    <div class="prose">
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <h2>{words.learn}</h2>
      <p>
        <Rich
          text={words.learnAbout}
          games={(text) => <a href={link.timeline()}>{text}</a>}
          reconstructed={(text) => <span class="mark-tag">{text}</span>}
          decided={(text) => <span class="mark-tag decided">{text}</span>}
        />
      </p>
      <h2>{words.play}</h2>
      <p>
        {words.playAbout} {served ? words.link : words.linkOffline}
      </p>
      <h2>{words.pointer}</h2>
      <p>{words.pointerAbout}</p>
      <h2 id="keys">{words.keys}</h2>
      <p>{words.keysAbout}</p>
      <KeysTable />
      <h2>{words.made}</h2>
      <p>{served ? words.madeServed : words.madeStatic}</p>
    </div>
  );
}
