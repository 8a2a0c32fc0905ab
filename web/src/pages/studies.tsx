// The page that lists the studies stored in this browser.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { link } from '../state/router';
import {
  emptyStudy,
  forgetStudy,
  keepStudy,
  keptStudies,
  MAX_STUDY_BYTES,
  readStudy,
  type Study,
} from '../state/studies';
import { Icon } from '../ui/icons';
import { Trouble } from '../ui/states';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import '../styles/study.css';

export function Studies(): JSX.Element {
  const words = t.sharing.studies;
  const studies = keptStudies();
  const [trouble, setTrouble] = useState<string | null>(null);
  const keep = (study: Study): void => {
    try {
      location.hash = link.study(keepStudy(study), 0, null);
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  const openFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      if (file.size > MAX_STUDY_BYTES) throw new Error(t.sharing.study.mistakes.tooLarge(MAX_STUDY_BYTES / 2 ** 20));
      keep(readStudy(await file.text()));
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  return (
    <div class="studies-page">
      <header>
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
      </header>
      <div class="buttons">
        <button type="button" class="button" onClick={() => keep(emptyStudy(t.sharing.study.untitled))}>
          <Icon name="plus" size={18} /> {words.create}
        </button>
        <label class="button quiet file">
          {words.open}
          <input
            type="file"
            accept=".json,application/json"
            onChange={(event) => void openFile(event.currentTarget.files?.[0])}
          />
        </label>
      </div>
      <Trouble text={trouble} />
      {studies.length === 0 ? (
        <p class="muted">{words.none}</p>
      ) : (
        <ul class="study-list">
          {studies.map(({ id, study, when }) => (
            <Entry key={id} id={id} study={study} when={when} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Entry({ id, study, when }: { id: string; study: Study; when: number }): JSX.Element {
  const words = t.sharing.studies;
  const [asked, setAsked] = useState(false);
  return (
    <li class="study-entry">
      <div>
        <h2>
          <a href={link.study(id, 0, null)}>{study.title}</a>
        </h2>
        {study.about !== '' && <p>{study.about}</p>}
        <p class="muted small-text">{words.size(study.items.length, when)}</p>
      </div>
      <div class="buttons">
        {asked ? (
          <>
            <span>{words.removeAsk(study.title)}</span>
            <button type="button" class="button danger" onClick={() => forgetStudy(id)}>
              {words.remove}
            </button>
            <button type="button" class="button quiet" onClick={() => setAsked(false)}>
              {words.cancel}
            </button>
          </>
        ) : (
          <button
            type="button"
            class="icon-button"
            aria-label={`${words.remove}: ${study.title}`}
            title={words.remove}
            onClick={() => setAsked(true)}
          >
            <Icon name="bin" />
          </button>
        )}
      </div>
    </li>
  );
}
