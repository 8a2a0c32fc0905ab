// Opens studies and their positions.

import { openTable } from '../state/local';
import { keepRulesOf, keptStudy, type Study, type StudyItem, unpackStudy } from '../state/studies';
import type { Table } from '../state/table';
import { t } from '../words/language';

/// Returns the study with this name in this browser, or the study in a link.
export async function openStudy(name: string, packed: string | null): Promise<Study> {
  const study = packed === null ? keptStudy(name) : await unpackStudy(packed);
  if (study === null) throw new Error(t.sharing.study.notHere);
  await keepRulesOf(study);
  return study;
}

export async function openItem(item: StudyItem): Promise<Table> {
  return await openTable(item.rules, { json: item.game });
}
