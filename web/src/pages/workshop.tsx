// The workshop: an editor for the files of a ruleset, beside the board that they define. Errors appear while the reader
// types. Rules without errors can be played at once.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FileRange, FixView } from '../protocol';
import { useFetched } from '../state/fetched';
import { say } from '../state/live';
import { type Files, isOwn, keepRules, ownBase, ownFiles, rulesQuery } from '../state/own';
import { link, replace } from '../state/router';
import { publicAddress } from '../state/share';
import { shippedFiles } from '../state/shipped';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { Sheet } from '../ui/sheet';
import { Failed, Loading } from '../ui/states';
import { useTitle } from '../ui/title';
import { Bench } from '../workshop/bench';
import { type CheckedFiles, Checker } from '../workshop/checker';
import { Choose, DraftList } from '../workshop/choose';
import { Code } from '../workshop/code';
import { offered } from '../workshop/complete';
import { hasFolders, readFiles, writeFile, writeFolder } from '../workshop/disk';
import {
  type Draft,
  deleteDraft,
  draftNamed,
  drafts,
  keepDraft,
  newName,
  titleOf,
  watchDraft,
} from '../workshop/drafts';
import type { Editor } from '../workshop/editor';
import { FileTabs } from '../workshop/files';
import { Findings } from '../workshop/findings';
import { DUEL, SCRIPT } from '../workshop/template';
import { findingWords } from '../workshop/words';
import '../styles/workshop.css';
import { errorText } from '../words/errors';
import { t } from '../words/language';

/// Finds the draft that the address names, or creates a draft.
async function open(key: string, named: string | null): Promise<{ draft: Draft; kept: boolean }> {
  if (named !== null) {
    const draft = draftNamed(named);
    if (draft !== null) return { draft, kept: true };
  }
  const fresh = (files: Files, from: string | null): { draft: Draft; kept: boolean } => {
    const first = Object.keys(files).find((name) => name === 'geometry.toml') ?? Object.keys(files).sort()[0] ?? '';
    return {
      draft: { name: newName(), from, files, open: first, when: Date.now() },
      kept: false,
    };
  };
  if (key === 'blank') return fresh(DUEL, null);
  if (isOwn(key)) {
    const files = ownFiles(key);
    if (files === null) throw new Error(t.texts.notKept);
    return fresh(files, ownBase(key));
  }
  return fresh(await shippedFiles(key), key);
}

export function Workshop({ ruleset, draft }: { ruleset: string | null; draft: string | null }): JSX.Element {
  if (ruleset === null) return <Choose />;
  return <Opened key={ruleset} ruleset={ruleset} draft={draft} />;
}

function Opened({ ruleset, draft }: { ruleset: string; draft: string | null }): JSX.Element {
  // After the first change, the address contains the draft's name. This change of the address does not open the draft
  // again.
  const own = useRef<string | null>(null);
  const token = useRef(draft);
  if (draft !== own.current) token.current = draft;
  const [round, setRound] = useState(0);
  const id = ruleset.split('@')[0] ?? ruleset;
  const opened = useFetched(async () => {
    const found = await open(isOwn(ruleset) ? ruleset : id, draft);
    own.current = found.draft.name;
    return found;
  }, [ruleset, token.current, round]);
  if (opened.state === 'loading') return <Loading text={t.shared.loading.rules} />;
  if (opened.state === 'failed')
    return (
      <Failed title={t.workshop.notOpened} reason={opened.reason} unanswered={opened.unanswered} again={opened.again}>
        <a class="button quiet" href={link.workshop()}>
          {t.workshop.back}
        </a>
      </Failed>
    );
  return (
    <Session
      key={opened.value.draft.name + String(round)}
      begun={opened.value.draft}
      kept={opened.value.kept}
      address={id}
      again={() => setRound(round + 1)}
    />
  );
}

/// The parts of the workshop. A small screen shows one of them at a time.
const PARTS = ['edit', 'board', 'tests'] as const;
type Part = (typeof PARTS)[number];

function Session({
  begun,
  kept,
  address,
  again,
}: {
  begun: Draft;
  kept: boolean;
  address: string;
  again: () => void;
}): JSX.Element {
  const draft = useRef<Draft>(begun);
  const saved = useRef(kept);
  const [files, setFiles] = useState(begun.files);
  const [file, setFile] = useState(
    begun.files[begun.open] === undefined ? (Object.keys(begun.files)[0] ?? '') : begun.open,
  );
  const [editor, setEditor] = useState<Editor | null>(null);
  const [done, setDone] = useState<CheckedFiles | null>(null);
  const [good, setGood] = useState<CheckedFiles | null>(null);
  const [checking, setChecking] = useState(true);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [shown, setShown] = useState<Part>('edit');
  const [undo, setUndo] = useState<{ words: string; files: Files; file: string } | null>(null);
  const [menu, setMenu] = useState(false);
  const [shared, setShared] = useState<string | null>(null);
  const [other, setOther] = useState(false);
  const [over, setOver] = useState(false);
  const handle = useRef<Editor | null>(null);
  const seek = useRef<{ place: FileRange; checked: boolean } | { fix: FixView } | null>(null);
  /// Forces another drawing of the page, so that the editor goes to the requested place even if its file is already
  /// open.
  const [, sought] = useState<unknown>(null);
  const checker = useMemo(() => new Checker(), []);
  const words = t.workshop;
  const title = titleOf(files);
  useTitle(`${title} · ${t.header.workshop}`);

  /// Stores changed files in the draft, and starts a check of them.
  const take = (next: Files, at: string, soon = false): void => {
    draft.current = { ...draft.current, files: next, open: at, when: Date.now() };
    keepDraft(draft.current);
    if (!saved.current) {
      saved.current = true;
      replace(link.workshop(address, draft.current.name));
    }
    setFiles(next);
    setFile(at);
    setShared(null);
    checker.want(next, soon);
  };
  const open = (name: string): void => {
    setFile(name);
    draft.current = { ...draft.current, open: name };
    if (saved.current) keepDraft(draft.current);
  };

  useEffect(() => {
    checker.onbegin = () => {
      handle.current?.begun();
      setChecking(true);
    };
    checker.ondone = (result) => {
      handle.current?.found(result.checked.findings);
      setChecking(false);
      setTrouble(null);
      setDone(result);
      if (result.checked.ruleset !== null) setGood(result);
    };
    checker.onfail = (reason) => {
      setChecking(false);
      setTrouble(reason);
    };
    checker.want(begun.files, true);
    const unwatch = watchDraft(begun.name, () => setOther(true));
    return () => {
      checker.end();
      unwatch();
    };
  }, []);

  // The editor shows the open file. After that, it goes to the requested place or applies the requested fix.
  useEffect(() => {
    if (editor === null) return;
    // The reader may have typed since the page was drawn. Only the draft contains all changes.
    const text = draft.current.files[file];
    if (text === undefined) return;
    editor.open(file, text);
    const wanted = seek.current;
    seek.current = null;
    if (wanted !== null && 'fix' in wanted) editor.fix(wanted.fix);
    else if (wanted !== null) editor.go(wanted.place.from, wanted.place.to, wanted.checked);
  });
  const ready = (made: Editor | null): void => {
    handle.current = made;
    if (made !== null && done !== null) made.found(done.checked.findings);
    setEditor(made);
  };
  const go = (place: FileRange, checked = true): void => {
    seek.current = { place, checked };
    sought(seek.current);
    setShown('edit');
    open(place.file);
  };
  const fix = (one: FixView): void => {
    seek.current = { fix: one };
    sought(seek.current);
    setShown('edit');
    open(one.file);
  };

  const onText = useRef<(name: string, text: string) => void>(() => undefined);
  onText.current = (name, text) => take({ ...draft.current.files, [name]: text }, name);
  const options = useMemo(
    () => ({
      onText: (name: string, text: string) => onText.current(name, text),
      words: (name: string) => offered(name, draft.current.files),
    }),
    [],
  );

  const rename = (from: string, to: string): void => {
    handle.current?.renamed(from, to);
    take(
      Object.fromEntries(Object.entries(draft.current.files).map(([name, text]) => [name === from ? to : name, text])),
      to,
      true,
    );
  };
  const remove = (name: string): void => {
    setUndo({ words: words.deleted(name), files: draft.current.files, file: name });
    handle.current?.renamed(name, null);
    const { [name]: _, ...rest } = draft.current.files;
    take(rest, Object.keys(rest).sort()[0] ?? '', true);
    say(words.deleted(name));
  };
  const bring = async (list: Iterable<File>): Promise<void> => {
    const { files: read, refused } = await readFiles(list);
    const names = Object.keys(read);
    if (names.length > 0) {
      setUndo({
        words: words.files.opened(names),
        files: draft.current.files,
        file,
      });
      take({ ...draft.current.files, ...read }, names[0] ?? file, true);
    }
    if (refused.length > 0) setTrouble(refused.join(' '));
    setMenu(false);
  };

  const name = (): string => keepRules(draft.current.files, draft.current.from);
  const play = async (): Promise<void> => {
    const own = name();
    const carried = await rulesQuery(own, shippedFiles).catch(() => null);
    location.hash = link.play(own) + (carried === null ? '' : `?${carried}`);
  };
  const share = async (): Promise<void> => {
    const own = name();
    const carried = await rulesQuery(own, shippedFiles).catch(() => null);
    if (carried === null) {
      setShared('');
      return;
    }
    const url = `${publicAddress()}${link.workshop(own)}?${carried}`;
    setShared(url);
    await navigator.clipboard.writeText(url).then(
      () => say(words.copied),
      () => undefined,
    );
  };

  const findings = done?.checked.findings ?? [];
  const errors = findings.filter((one) => one.error).length;
  const names = Object.keys(files).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const playable = done?.checked.ruleset != null;
  const before = !saved.current
    ? drafts().filter((one) => one.from === draft.current.from && draft.current.from !== null)
    : [];
  const sum = (
    <span data-testid="check" class={`sum ${checking ? 'checking' : errors > 0 ? 'bad' : 'fine'}`} role="status">
      {checking ? (
        <>
          <span class="spinner" aria-hidden="true" /> {words.checking}
        </>
      ) : (
        <>
          <Icon name={errors > 0 ? 'cross' : 'check'} size={18} /> {findingWords(findings)}
        </>
      )}
    </span>
  );
  return (
    <div
      class={`workshop-page shows-${shown} ${over ? 'over' : ''}`}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files') === true) {
          event.preventDefault();
          setOver(true);
        }
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setOver(false);
      }}
      onDropCapture={(event) => {
        setOver(false);
        if ((event.dataTransfer?.files.length ?? 0) > 0) {
          event.preventDefault();
          event.stopPropagation();
          void bring(event.dataTransfer?.files ?? []);
        }
      }}
    >
      <div class="workshop-top">
        <header class="workshop-head">
          <h1>{title}</h1>
          {sum}
          <div class="buttons">
            <button type="button" class="button" disabled={!playable || checking} onClick={() => void play()}>
              <Icon name="play" size={18} /> {words.playThis}
            </button>
            <button type="button" class="button quiet" aria-haspopup="dialog" onClick={() => setMenu(true)}>
              <Icon name="menu" size={18} /> <span class="files-word">{words.files.label}</span>
            </button>
          </div>
        </header>
        <div class="segments workshop-tabs" role="group" aria-label={words.parts.label}>
          {PARTS.map((part) => (
            <button type="button" key={part} aria-pressed={shown === part} onClick={() => setShown(part)}>
              {words.parts[part]}
              {part === 'edit' && errors > 0 && <span class="dot" aria-hidden="true" />}
            </button>
          ))}
        </div>
        {before[0] !== undefined && (
          <p class="why ask workshop-notice">
            <span>
              <Rich
                text={words.drafts.earlier(before.length, before[0].when)}
                a={(text) => <a href={link.workshop(address, before[0]?.name)}>{text}</a>}
              />
            </span>
          </p>
        )}
        {other && (
          <p class="why ask workshop-notice">
            <span>
              {words.otherTab.about}{' '}
              <button type="button" class="text-button" onClick={again}>
                {words.otherTab.take}
              </button>{' '}
              <button
                type="button"
                class="text-button"
                onClick={() => {
                  draft.current = { ...draft.current, name: newName() };
                  keepDraft(draft.current);
                  replace(link.workshop(address, draft.current.name));
                  setOther(false);
                }}
              >
                {words.otherTab.copy}
              </button>
            </span>
          </p>
        )}
        {undo !== null && (
          <p class="why ask workshop-notice" role="status">
            <span>
              {undo.words}{' '}
              <button
                type="button"
                class="text-button"
                onClick={() => {
                  take(undo.files, undo.file, true);
                  setUndo(null);
                }}
              >
                {words.undo}
              </button>{' '}
              <button type="button" class="text-button" onClick={() => setUndo(null)}>
                {t.shared.close}
              </button>
            </span>
          </p>
        )}
        {trouble !== null && (
          <p class="why workshop-notice" role="alert">
            {trouble}
          </p>
        )}
      </div>
      <div class="workshop-edit">
        <FileTabs
          names={names}
          open={file}
          findings={findings}
          onOpen={open}
          onAdd={(added) =>
            take({ ...draft.current.files, [added]: added.endsWith('.rhai') ? SCRIPT : '' }, added, true)
          }
          onRename={rename}
          onDelete={remove}
        />
        <Code options={options} onReady={ready} />
        <section class="findings-box" aria-labelledby="findings">
          <h2 id="findings">{checking && findings.length === 0 ? words.checking : findingWords(findings)}</h2>
          {findings.length > 0 ? (
            <Findings
              findings={findings}
              files={names}
              stale={(name) => done?.files[name] !== files[name]}
              onGo={go}
              onFix={fix}
            />
          ) : (
            !checking && <p class="muted small-text">{words.findings.fine}</p>
          )}
        </section>
      </div>
      <Bench
        good={good}
        done={done}
        checking={checking}
        onGo={(place) => go(place, false)}
        files={files}
        onFiles={(next) => take(next, file, true)}
      />
      {menu && (
        <Sheet title={words.menu.title} onClose={() => setMenu(false)}>
          <div class="workshop-menu">
            <section>
              <h3>{words.menu.open}</h3>
              <label class="button quiet file">
                {words.choose.openFiles}
                <input
                  type="file"
                  multiple
                  accept=".toml,.rhai,.json"
                  onChange={(event) => void bring(event.currentTarget.files ?? [])}
                />
              </label>
              <p class="muted small-text">{words.menu.openAbout}</p>
            </section>
            <section>
              <h3>{words.menu.save}</h3>
              <div class="buttons">
                {hasFolders && (
                  <button
                    type="button"
                    class="button quiet"
                    onClick={() =>
                      void writeFolder(files).then(
                        (done) => {
                          if (done) say(words.files.saved(names.length));
                        },
                        (error: unknown) => {
                          setMenu(false);
                          setTrouble(words.files.notSaved(errorText(error)));
                        },
                      )
                    }
                  >
                    {words.menu.folder}
                  </button>
                )}
                <button
                  type="button"
                  class="button quiet"
                  onClick={() => writeFile(`${idIn(files)}.json`, JSON.stringify({ files }, null, 1))}
                >
                  {words.menu.json}
                </button>
                {names.map((one) => (
                  <button type="button" key={one} class="button quiet" onClick={() => writeFile(one, files[one] ?? '')}>
                    {one}
                  </button>
                ))}
              </div>
              <p class="muted small-text">{words.menu.saveAbout}</p>
            </section>
            <section>
              <h3>{words.menu.share}</h3>
              <button type="button" class="button quiet" onClick={() => void share()}>
                <Icon name="share" size={18} /> {words.menu.copyLink}
              </button>
              {shared === '' && <p class="small-text warn">{words.menu.tooLong}</p>}
              {shared !== null && shared !== '' && (
                <input
                  class="text shared-link"
                  readOnly
                  value={shared}
                  aria-label={words.menu.link}
                  onFocus={(event) => event.currentTarget.select()}
                />
              )}
            </section>
            <section>
              <h3>{words.menu.drafts}</h3>
              <DraftList
                present={draft.current.name}
                onDelete={(gone) => {
                  deleteDraft(gone);
                }}
              />
              <p>
                <a href={link.workshop()}>{words.menu.other}</a>
              </p>
            </section>
          </div>
        </Sheet>
      )}
    </div>
  );
}

/// Returns the position of a file in the row of tabs: first the geometry, then scripts, lessons and claims.
function rank(name: string): number {
  return name === 'geometry.toml' ? 0 : name.endsWith('.rhai') ? 1 : name === 'lessons.toml' ? 2 : 3;
}

/// Returns the id of the ruleset that these files define.
function idIn(files: Files): string {
  return /^\s*id\s*=\s*"([\w-]+)"/m.exec(files['geometry.toml'] ?? '')?.[1] ?? 'ruleset';
}
