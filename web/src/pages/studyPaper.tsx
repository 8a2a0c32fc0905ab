// The page that prints a study: its positions with their questions, and the answers on a separate sheet.

import type { JSX } from 'preact';
import { Legend, PrintBoard, Textures } from '../course/print';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import type { Study, StudyItem } from '../state/studies';
import type { Table } from '../state/table';
import { openItem, openStudy } from '../study/opened';
import { Paragraphs } from '../study/position';
import { Icon } from '../ui/icons';
import { Failed, Loading } from '../ui/states';
import { useTitle } from '../ui/title';
import { sentence } from '../words/board';
import { t } from '../words/language';
import { turnWords } from '../words/turn';
import '../styles/handout.css';
import '../styles/study.css';

/// A position of the study, with its opened game.
interface Sheet {
  item: StudyItem;
  rules: Table['ruleset'];
  pieces: Table['stands']['value']['pieces'];
  turn: string;
}

async function sheetsOf(study: Study): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  for (const item of study.items) {
    const table = await openItem(item);
    const stands = table.stands.value;
    sheets.push({ item, rules: table.ruleset, pieces: stands.pieces, turn: sentence(turnWords(stands)) });
    table.close();
  }
  return sheets;
}

export function StudyPaper({ name, packed }: { name: string; packed: string | null }): JSX.Element {
  const words = t.sharing.study;
  const fetched = useFetched(async () => {
    const study = await openStudy(name, packed);
    return { study, sheets: await sheetsOf(study) };
  }, [name, packed]);
  useTitle(fetched.state === 'here' ? `${t.titles.handout}: ${fetched.value.study.title}` : null);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.page} />;
  if (fetched.state === 'failed')
    return (
      <Failed title={words.missing} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again} />
    );
  const { study, sheets } = fetched.value;
  const answered = sheets.filter(({ item }) => item.answer !== '' || item.moves.length > 0);
  return (
    <div class="handout-page">
      <div class="handout-tools">
        <p>
          <a href={link.study(name, 0, packed)}>{words.handoutBack}</a>
        </p>
        <button type="button" class="button" onClick={() => print()}>
          <Icon name="print" size={18} /> {t.course.paper.print}
        </button>
      </div>
      <div class="paper">
        <Textures />
        <section class="print-part">
          <header class="print-head">
            <h1>{study.title}</h1>
            <Paragraphs text={study.about} />
            <p class="print-name">{t.course.paper.name}</p>
          </header>
          {sheets.map((sheet, i) => (
            <Task key={i} sheet={sheet} number={i + 1} />
          ))}
        </section>
        {answered.length > 0 && (
          <section class="print-part print-solutions">
            <header class="print-head">
              <h1>{words.answers}</h1>
              <p>{study.title}</p>
            </header>
            <ol class="print-answers">
              {answered.map(({ item }) => (
                <li key={item.game} value={study.items.indexOf(item) + 1}>
                  {item.moves.length > 0 && <b>{item.moves.join(', ')} </b>}
                  <Paragraphs text={item.answer} />
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </div>
  );
}

function Task({ sheet: { item, rules, pieces, turn }, number }: { sheet: Sheet; number: number }): JSX.Element {
  return (
    <article class="print-task">
      <figure>
        <PrintBoard
          rules={rules}
          pieces={pieces}
          label={t.course.paper.board(number)}
          arrows={item.arrows.map(([from, to]) => ({ from, to, look: 'own' }))}
        />
      </figure>
      <div class="print-words">
        <h3>{number}</h3>
        {item.title !== '' && <p class="print-says">{item.title}</p>}
        <Legend seats={rules.card.armies} />
        <Paragraphs text={item.text} />
        <p>{turn}</p>
        {item.question !== '' && (
          <>
            <p>
              <b>{item.question}</b>
            </p>
            <div class="print-lines" aria-hidden="true">
              <span />
              <span />
            </div>
          </>
        )}
        <p class="print-foot">{rules.card.title}.</p>
      </div>
    </article>
  );
}
