//! Merging: results of one file whose lines overlap or touch become one, so that no line is shown twice.

use super::candidate::Candidate;

/// Candidates in the order of their best parts; no two of them share a line.
pub(super) fn overlapping(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut merged: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let meets = |other: &Candidate| {
            other.file.record.id == candidate.file.record.id && other.lines.touches(candidate.lines)
        };
        match merged.iter().position(meets) {
            None => merged.push(candidate),
            Some(place) => {
                merged[place].lines = merged[place].lines.union(candidate.lines);
                join_grown(&mut merged, place);
            }
        }
    }
    merged
}

/// A candidate that has grown may meet later ones of its file.
fn join_grown(merged: &mut Vec<Candidate>, place: usize) {
    let meets = |merged: &[Candidate]| {
        let grown = &merged[place];
        let is_met =
            |other: &Candidate| other.file.record.id == grown.file.record.id && other.lines.touches(grown.lines);
        (0..merged.len()).find(|other| *other != place && is_met(&merged[*other]))
    };
    let Some(met) = meets(merged) else { return };
    let (best, worse) = (place.min(met), place.max(met));
    let gone = merged.remove(worse);
    merged[best].lines = merged[best].lines.union(gone.lines);
    join_grown(merged, best);
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::overlapping;

    fn check(ranges: &[(&str, u32, u32)], expected: &str) {
        let text = "line\n".repeat(100);
        let files = ["a.txt", "b.txt"].map(|path| fixture::shared(path, &text));
        let candidates = ranges.iter().zip(1..).map(|((path, first, last), rank)| {
            let file = files.iter().find(|file| file.record.path.as_str() == *path).expect("one of the two");
            fixture::candidate(file, (*first, *last), rank)
        });
        let told: Vec<String> = overlapping(candidates.collect())
            .iter()
            .map(|one| format!("{} {}-{} #{}", one.file.record.path, one.lines.first, one.lines.last, one.rank))
            .collect();
        assert_eq!(told.join(", "), expected);
    }

    #[test]
    fn overlapping_and_touching_ranges_become_one_at_the_best_place() {
        check(&[("a.txt", 1, 5), ("b.txt", 1, 5), ("a.txt", 6, 9)], "a.txt 1-9 #1, b.txt 1-5 #2");
        check(&[("a.txt", 1, 5), ("a.txt", 7, 9)], "a.txt 1-5 #1, a.txt 7-9 #2");
    }

    #[test]
    fn what_closes_a_gap_joins_both_sides() {
        check(&[("a.txt", 20, 25), ("a.txt", 1, 5), ("b.txt", 3, 3), ("a.txt", 5, 20)], "a.txt 1-25 #1, b.txt 3-3 #3");
        check(&[("a.txt", 1, 1), ("a.txt", 3, 3), ("a.txt", 5, 5), ("a.txt", 2, 4)], "a.txt 1-5 #1");
    }
}
