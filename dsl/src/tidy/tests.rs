use super::text;

fn manifest(before: &str) -> String {
    let after = text("geometry.toml", before.as_bytes()).unwrap();
    let again = text("geometry.toml", after.as_bytes()).unwrap();
    assert_eq!(again, after, "laid out once is laid out");
    after
}

fn script(before: &str) -> String {
    let after = text("rules.rhai", before.as_bytes()).unwrap();
    assert_eq!(text("rules.rhai", after.as_bytes()).unwrap(), after);
    after
}

#[test]
fn keys_headers_and_brackets_have_one_way_to_be_written() {
    let before = "\n\n  [ variant ]\nid=\"a\"\ntitle   = \"A\"   \n[[ seats ]]\nteams=[ \"a\",\"b\" , ]\n\n\n\
                  king={letter=\"K\",moves = \"K\"}\nnone={ }\n\"a\" . b=1";
    let after = "[variant]\nid = \"a\"\ntitle = \"A\"\n\n[[seats]]\nteams = [\"a\", \"b\"]\n\n\
                 king = { letter = \"K\", moves = \"K\" }\nnone = {}\n\"a\".b = 1\n";
    assert_eq!(manifest(before), after);
}

#[test]
fn an_array_over_several_lines_stays_so() {
    let before = "a = [\n\n \"x\", \"y\",\n  # why\n\t\"z\" # last\n\n]\nb = [1,\n2]\n";
    let after = "a = [\n    \"x\", \"y\",\n    # why\n    \"z\", # last\n]\nb = [1,\n    2]\n";
    assert_eq!(manifest(before), after);
}

#[test]
fn a_comma_after_a_comment_stays_a_comma() {
    assert_eq!(manifest("a = [1 # one\n , 2]\n"), "a = [1 # one\n    , 2]\n");
}

#[test]
fn comments_of_lines_that_follow_each_other_are_in_one_column() {
    let before = "# top   \na = 1 # one\nlong = 2     # two\n\n  # alone\nb = 1        # kept\nc = 2        # too\n";
    let after = "# top\na = 1    # one\nlong = 2 # two\n\n# alone\nb = 1        # kept\nc = 2        # too\n";
    assert_eq!(manifest(before), after);
}

#[test]
fn pictures_have_columns_and_masks_have_none() {
    let before = "[array]\npicture = \"\"\"wK . #\n  .  yP>   .\n\n\"\"\"\n[board]\nmask = '''\n ..#\n ...  \n'''\n";
    let after = "[array]\npicture = \"\"\"\nwK  .   #\n.   yP> .\n\"\"\"\n\n[board]\nmask = '''\n..#\n...\n'''\n";
    assert_eq!(manifest(before), after);
}

#[test]
fn what_is_no_picture_is_left_as_it_is() {
    for text in [
        "picture = \"wK . #\"\n",
        "picture = \"\"\"\nwK \\u002E\n.   .\n\"\"\"\n",
        "picture = \"\"\"\nthis-is-no-cell .\n.   .\n\"\"\"\n",
        "says = \"\"\"\na   b\n\tc  \n\"\"\"\n",
    ] {
        assert_eq!(manifest(text), text);
    }
}

#[test]
fn the_marks_of_an_editor_go() {
    assert_eq!(manifest("\u{feff}a = 1\r\nb = 2\r\n"), "a = 1\nb = 2\n");
    assert_eq!(manifest(" \n\n"), "");
    assert_eq!(script("\u{feff}const A = 1;\r\n"), "const A = 1;\n");
}

#[test]
fn of_a_script_only_white_space_outside_strings_changes() {
    let before = "fn f() {  \n\tlet a = `x \t\n\ty`;\t\n    // why\t \n    a + \"\t\"\n}\n\n\n";
    let after = "fn f() {\n    let a = `x \t\n\ty`;\n    // why\n    a + \"\t\"\n}\n";
    assert_eq!(script(before), after);
    assert_eq!(script(" \n"), "");
}

#[test]
fn what_can_t_be_read_is_an_error_with_a_place() {
    for (name, bytes) in [
        ("geometry.toml", b"a = [1, 2".as_slice()),
        ("geometry.toml", b"a = 1\na = 2\n"),
        ("geometry.toml", b"\xff\xfe"),
        ("geometry.toml", b"\x7fELF\x00"),
        ("rules.rhai", b"fn f() {"),
        ("rules.rhai", b"const A = \"open;\n"),
        ("rules.rhai", b"\x00"),
    ] {
        let found = text(name, bytes).unwrap_err();
        assert!(found.iter().any(|one| one.place().is_some()), "{name}: {found:?}");
    }
    let deep = format!("a = {}", "[".repeat(100_000));
    assert!(text("geometry.toml", deep.as_bytes()).is_err());
    let wide = vec![b' '; 2 << 20];
    assert!(text("geometry.toml", &wide).is_err());
    assert!(text("rules.rhai", &wide).is_err());
}
