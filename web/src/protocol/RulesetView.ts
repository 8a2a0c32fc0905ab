// One of the messages between page and service, from service/src/protocol.rs.
import type { Card } from "./Card";
import type { ClauseView } from "./ClauseView";
import type { Finding } from "./Finding";
import type { KindView } from "./KindView";
import type { LessonTitle } from "./LessonTitle";
import type { PresetView } from "./PresetView";
import type { SourceView } from "./SourceView";
import type { TunableView } from "./TunableView";

export type RulesetView = { card: Card, preset: string | null, order: Array<string>, kinds: Array<KindView>, clauses: Array<ClauseView>, reconstructed: Array<string>, presets: Array<PresetView>, tunables: Array<TunableView>, sources: Array<SourceView>, lessons: Array<LessonTitle>, hash: string, warnings: Array<Finding>, };
