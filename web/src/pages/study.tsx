// The page of a study, which shows one position at a time. Its author can change the study. Other readers can only read
// it.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { copy } from '../play/links';
import { useFetched } from '../state/fetched';
import { link, replace, STUDY_IN_LINK } from '../state/router';
import { LONGEST, publicAddress } from '../state/share';
import {
  keepStudy,
  MAX_TEXT_CHARS,
  MAX_TITLE_CHARS,
  packStudy,
  type Study,
  type StudyItem,
  writeStudy,
} from '../state/studies';
import { openItem, openStudy } from '../study/opened';
import { Position } from '../study/position';
import { download } from '../ui/download';
import { Icon } from '../ui/icons';
import { Sheet } from '../ui/sheet';
import { Failed, Loading, Trouble } from '../ui/states';
import { useTitle } from '../ui/title';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import '../styles/study.css';

export function StudyPage({ name, item, packed }: { name: string; item: number; packed: string | null }): JSX.Element {
  const words = t.sharing.study;
  const fetched = useFetched(() => openStudy(name, packed), [name, packed]);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.page} />;
  if (fetched.state === 'failed')
    return (
      <Failed title={words.missing} reason={fetched.reason} unanswered={fetched.unanswered}>
        <a class="button quiet" href={link.studies()}>
          {t.sharing.studies.title}
        </a>
      </Failed>
    );
  return <Opened key={`${name} ${packed ?? ''}`} name={name} number={item} packed={packed} initial={fetched.value} />;
}

function Opened({
  name,
  number,
  packed,
  initial,
}: {
  name: string;
  number: number;
  packed: string | null;
  initial: Study;
}): JSX.Element {
  const words = t.sharing.study;
  const [study, setStudy] = useState(initial);
  const [editing, setEditing] = useState(packed === null && initial.items.length === 0);
  const [trouble, setTrouble] = useState<string | null>(null);
  const change = (changed: Study): void => {
    setStudy(changed);
    try {
      keepStudy(changed, name);
      setTrouble(null);
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  const at = Math.max(0, Math.min(number, study.items.length - 1));
  const item = study.items[at];
  useTitle(item !== undefined && item.title !== '' ? `${item.title}, ${study.title}` : study.title);
  const head = (
    <>
      <Head
        study={study}
        name={name}
        packed={packed}
        at={at}
        editing={editing}
        onEdit={packed === null ? setEditing : null}
        onTrouble={setTrouble}
      />
      <Trouble text={trouble} />
      {editing && <StudyFields study={study} onChange={change} />}
      {!editing && at === 0 && study.about !== '' && <p class="muted">{study.about}</p>}
    </>
  );
  if (item === undefined)
    return (
      <div class="lesson-grid lone">
        <div class="lesson-side">
          {head}
          <p>{words.empty}</p>
        </div>
      </div>
    );
  const replaceItem = (changed: StudyItem): void =>
    change({ ...study, items: study.items.map((one, i) => (i === at ? changed : one)) });
  /// Exchanges the present position with the position at index `to`.
  const exchange = (to: number): void => {
    const items = [...study.items];
    const other = items[to];
    if (other === undefined) return;
    items[to] = item;
    items[at] = other;
    change({ ...study, items });
    replace(link.study(name, to, null));
  };
  const tools = (
    <>
      <button type="button" class="button quiet" disabled={at === 0} onClick={() => exchange(at - 1)}>
        {words.earlier}
      </button>
      <button
        type="button"
        class="button quiet"
        disabled={at === study.items.length - 1}
        onClick={() => exchange(at + 1)}
      >
        {words.later}
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => change({ ...study, items: study.items.filter((_, i) => i !== at) })}
      >
        {words.remove}
      </button>
    </>
  );
  return <Item key={item.game + at} item={item} head={head} tools={tools} onChange={editing ? replaceItem : null} />;
}

function Item({
  item,
  head,
  tools,
  onChange,
}: {
  item: StudyItem;
  head: JSX.Element;
  tools: JSX.Element;
  onChange: ((item: StudyItem) => void) | null;
}): JSX.Element {
  const fetched = useFetched(() => openItem(item), [item.game, JSON.stringify(item.rules)]);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.game} />;
  if (fetched.state === 'failed')
    return (
      <div class="lesson-grid lone">
        <div class="lesson-side">
          {head}
          <Trouble text={fetched.reason} />
          {onChange !== null && <div class="buttons">{tools}</div>}
        </div>
      </div>
    );
  return (
    <Position
      key={fetched.value.serial}
      item={item}
      table={fetched.value}
      head={head}
      tools={tools}
      onChange={onChange}
    />
  );
}

/// Shows the top of each position: the study, the number of the position, and the ways to share the study.
function Head({
  study,
  name,
  packed,
  at,
  editing,
  onEdit,
  onTrouble,
}: {
  study: Study;
  name: string;
  packed: string | null;
  at: number;
  editing: boolean;
  /// Starts or ends editing. It is null if the study belongs to someone else.
  onEdit: ((editing: boolean) => void) | null;
  onTrouble: (text: string | null) => void;
}): JSX.Element {
  const words = t.sharing.study;
  const [listed, setListed] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const count = study.items.length;
  const beside = (label: string, icon: string, to: number): JSX.Element =>
    to >= 0 && to < count ? (
      <a class="icon-button" aria-label={label} title={label} href={link.study(name, to, packed)}>
        <Icon name={icon} />
      </a>
    ) : (
      <span class="icon-button off" aria-hidden="true">
        <Icon name={icon} />
      </span>
    );
  const share = async (): Promise<void> => {
    try {
      const url = publicAddress() + link.study(STUDY_IN_LINK, 0, packed ?? (await packStudy(study)));
      await copy(url, words.theLink);
      setDone(url.length > LONGEST ? words.long(url.length) : t.play.said.copied(words.theLink));
    } catch (error) {
      onTrouble(errorText(error));
    }
  };
  const keep = (): void => {
    try {
      location.hash = link.study(keepStudy(study), at, null);
    } catch (error) {
      onTrouble(errorText(error));
    }
  };
  return (
    <div class="lesson-head">
      <p class="lesson-game">
        <a href={link.studies()}>{t.sharing.studies.title}</a>{' '}
        <span class="muted" aria-hidden="true">
          ›
        </span>{' '}
        {study.title}
      </p>
      {count > 0 && (
        <div class="lesson-bar">
          {beside(words.before, 'back', at - 1)}
          <button type="button" class="text-button lesson-number" onClick={() => setListed(true)}>
            {words.of(at + 1, count)}
          </button>
          {beside(words.after, 'forward', at + 1)}
        </div>
      )}
      <div class="buttons study-tools">
        {onEdit !== null ? (
          <button type="button" class="text-button" onClick={() => onEdit(!editing)}>
            {editing ? words.done : words.edit}
          </button>
        ) : (
          <button type="button" class="text-button" onClick={keep}>
            {words.keep}
          </button>
        )}
        <button
          type="button"
          class="text-button"
          onClick={() => download(`${fileName(study.title)}.json`, writeStudy(study))}
        >
          {words.file}
        </button>
        <button type="button" class="text-button" onClick={() => void share()}>
          {words.link}
        </button>
        {count > 0 && (
          <a class="text-button" href={link.studyPaper(name, packed)}>
            {words.handout}
          </a>
        )}
      </div>
      {done !== null && (
        <p class="small-text muted" role="status">
          {done}
        </p>
      )}
      {listed && (
        <Sheet title={study.title} onClose={() => setListed(false)}>
          <ol class="lesson-list">
            {study.items.map((item, i) => (
              <li key={i}>
                <a
                  href={link.study(name, i, packed)}
                  aria-current={i === at ? 'page' : undefined}
                  onClick={() => setListed(false)}
                >
                  <span class="lesson-number">{i + 1}</span>
                  <span>{item.title === '' ? words.position(i + 1) : item.title}</span>
                </a>
              </li>
            ))}
          </ol>
        </Sheet>
      )}
    </div>
  );
}

/// Returns a file name for a study with this title.
function fileName(title: string): string {
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return name.replace(/^-|-$/g, '') || 'study';
}

function StudyFields({ study, onChange }: { study: Study; onChange: (study: Study) => void }): JSX.Element {
  const words = t.sharing.study.fields;
  return (
    <div class="study-form">
      <label class="field">
        <span>{words.studyTitle}</span>
        <input
          class="text"
          maxLength={MAX_TITLE_CHARS}
          value={study.title}
          onInput={(event) => onChange({ ...study, title: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>{words.about}</span>
        <textarea
          class="text study-text"
          rows={2}
          maxLength={MAX_TEXT_CHARS}
          value={study.about}
          onInput={(event) => onChange({ ...study, about: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}
