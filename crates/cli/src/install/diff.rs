//! What a change does to a file, as a unified diff with one hunk: all of our changes lie side by side.

/// Lines shown around a change, as `diff -u` does.
const CONTEXT: usize = 3;

/// The file before and after; `None` where there is none. `name` is the path as the reader knows it.
pub(super) fn unified(name: &str, before: Option<&str>, after: Option<&str>) -> String {
    let lines = |text: Option<&'_ str>| -> Vec<String> {
        text.unwrap_or_default().split_inclusive('\n').map(str::to_owned).collect()
    };
    let (old, new) = (lines(before), lines(after));
    let shorter = old.len().min(new.len());
    let n_same_above = (0..shorter).take_while(|&index| old[index] == new[index]).count();
    let is_same_below = |&index: &usize| old[old.len() - 1 - index] == new[new.len() - 1 - index];
    let n_same_below = (0..shorter - n_same_above).take_while(is_same_below).count();
    let first = n_same_above.saturating_sub(CONTEXT);
    let last = |lines: &[String]| (lines.len() - n_same_below + CONTEXT).min(lines.len());
    let range = |lines: &[String]| {
        let n_lines = last(lines) - first;
        let line = if n_lines == 0 { first } else { first + 1 };
        format!("{line},{n_lines}")
    };
    let side = |text: Option<&str>| if text.is_some() { name.to_owned() } else { "/dev/null".to_owned() };
    let mut diff = format!("--- {}\n+++ {}\n@@ -{} +{} @@\n", side(before), side(after), range(&old), range(&new));
    let mut push = |sign: char, line: &str| {
        diff.push(sign);
        diff.push_str(line.trim_end_matches(['\r', '\n']));
        diff.push('\n');
        if !line.ends_with('\n') {
            diff.push_str("\\ No newline at end of file\n");
        }
    };
    old[first..n_same_above].iter().for_each(|line| push(' ', line));
    old[n_same_above..old.len() - n_same_below].iter().for_each(|line| push('-', line));
    new[n_same_above..new.len() - n_same_below].iter().for_each(|line| push('+', line));
    old[old.len() - n_same_below..last(&old)].iter().for_each(|line| push(' ', line));
    diff
}

#[cfg(test)]
mod tests {
    use super::unified;
    use expect_test::expect;

    #[test]
    fn a_change_is_shown_with_the_lines_around_it() {
        let after = "1\n2\n3\n4\nnew\n5\n6";
        expect![[r"
            --- f
            +++ f
            @@ -2,5 +2,6 @@
             2
             3
             4
            +new
             5
             6
            \ No newline at end of file
        "]]
        .assert_eq(&unified("f", Some("1\n2\n3\n4\n5\n6"), Some(after)));
        expect![[r"
            --- /dev/null
            +++ f
            @@ -0,0 +1,1 @@
            +new
        "]]
        .assert_eq(&unified("f", None, Some("new\n")));
        expect![[r"
            --- f
            +++ /dev/null
            @@ -1,1 +0,0 @@
            -new
        "]]
        .assert_eq(&unified("f", Some("new\n"), None));
    }
}
