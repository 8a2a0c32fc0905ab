//! Codes of files that can't be read.

macro_rules! files {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    NoSuchRuleset = 1, "no such ruleset",
        r"Name a shipped ruleset by its id (`quadrille list` prints the ids), and any other
ruleset by the path of its folder. The folder contains a file `geometry.toml`. To select a preset,
write its name after an at sign, as in `some-game@some-preset`.";

    NoManifest = 2, "no geometry.toml",
        r"A ruleset is a folder with a file `geometry.toml`. Perhaps the file has a capital letter
in its name, or another extension.";

    FileTooLarge = 3, "file too large",
        r"A text file of a ruleset may have at most 1 MiB. Usually a ruleset takes a few
kilobytes, so this is probably the wrong file.";

    NotUtf8 = 4, "not UTF-8",
        r"The file contains bytes that are not UTF-8 text. Save it as UTF-8 in the editor.";

    EmptyFile = 5, "empty file",
        r#"The file has no key. The shortest ruleset has `[variant]`, `[board]`, `[[seats]]`,
`[pieces]` and `[array]`, or inherits them:

```toml
extends = "some-game"
```"#;

    TomlSyntax = 6, "invalid TOML",
        r#"The file is not valid TOML. Perhaps a quote or bracket is not closed, a key is repeated,
or a value is missing.

```toml
title = Four Kings       # wrong: a string has quotes
title = "Four Kings"
```"#;

    NoSuchPreset = 7, "no such preset",
        r"`some-game@some-preset` needs a table `[presets.some-preset]` in the ruleset
`some-game`, or in a ruleset that it extends. `some-game@default` is the ruleset without a preset.";

    NoSuchParent = 8, "no such ruleset to extend",
        r"`extends` takes the id of a ruleset, or the path of a folder inside or beside this
ruleset's folder. `extends` can't select a preset.";

    InheritanceCycle = 9, "circular inheritance",
        r"Two or more rulesets extend each other in a circle, or a ruleset extends itself. Remove
one `extends`.";

    InheritanceTooDeep = 10, "inheritance too deep",
        r"A chain of rulesets, each of which extends the next, has at most eight members. To
shorten the chain, print a ruleset with everything that it inherits (`quadrille show --resolved`),
save the output as a ruleset, and extend this ruleset instead.";

    NoSuchScript = 11, "no such script",
        r#"A script under `[rules] scripts` must be a file in the ruleset's folder, or in the
folder of a ruleset that this ruleset extends.

```toml
[rules]
scripts = ["mate.rhai", "plugin:draws"]
```"#;

    NoSuchPlugin = 12, "no such plugin",
        r"An entry with `plugin:` names a script that Quadrille contains. For example,
`plugin:draws` is the plugin in the file `draws.rhai`. To list a script from the ruleset's own
folder, write its file name alone, as in `mate.rhai`.";

    ScriptNameRepeated = 13, "two scripts with one name",
        r"The full name of a tunable contains the name of its script without extension, as in
`draws.MOVES`. So a ruleset can't list both `draws.rhai` and `plugin:draws`.";

    ScriptNotListed = 14 (Warn), "script not listed",
        r"A rule script is in the folder but not in `[rules] scripts`, so it does nothing. Add
it to the list or remove the file.";

    TableTooLarge = 15, "table or array too large",
        r"A table may have at most 2000 keys, and an array at most 2000 values. Quadrille does not
read any further keys or values.";

    NothingToDrop = 16, "nothing to drop",
        r#"`drop` removes entries that a ruleset inherits by `extends`, but this ruleset
inherits no entry of that name. Write the name of the entry's table, a dot, and the entry's key.

```toml
extends = "older-game"
drop = ["clauses.V11", "presets.removal", "zones.centre"]
```"#;

    FileNotRead = 17 (Warn), "file not read",
        r"Quadrille does not read this file, but it reads files with a similar name. For example,
the folder has a `lesson.toml` instead of a `lessons.toml`. Rename the file, or take it out of the
folder.";

    PresetsContradict = 18, "presets contradict each other",
        r"`some-game@one+another` joins the presets `one` and `another`. Joined presets can't
set a key to different values, or replace a script by different scripts. Select only one of the
presets, or write a third preset that combines them.";

    LoadingStopped = 19, "loading stopped",
        r"Quadrille stopped loading the ruleset, because the time was up or the result became
unnecessary. Allow more time, for example with `quadrille check --time`. If a small ruleset takes
long, look for a loop in `define` or in a tabulated hook.";

    NewerFormat = 20, "newer format",
        r"The key `format` of the file is greater than the format that this version of Quadrille
reads. A newer version of Quadrille wrote the file, or its author wrote it for a newer version. Use
a newer version of Quadrille. A file without this key has format 1.";
        }
    };
}
