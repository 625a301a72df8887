//! Headers that include headers.

use super::check;
use expect_test::expect;

/// `only` is defined by one header in reach, `both` by two, of which one hides the other, `hidden` by one that nobody includes.
#[test]
fn headers_are_seen_through_headers() {
    check(
        "
        //- main.c
        #include \"first.h\"
        int main(void) {
            return only(1) + both(2) + hidden(3);
        }
        //- first.h
        #include \"second.h\"
        static inline int both(int x) { return x; }
        //- second.h
        #include \"first.h\"
        static inline int only(int x) { return x; }
        static inline int both(int x) { return -x; }
        //- other.h
        static inline int only(int x) { return 0; }
        static inline int hidden(int x) { return 0; }
        ",
        &expect![[r#"
            first.h:001 (file) -imports import-> second.h (file)
            main.c:001 (file) -imports import-> first.h (file)
            main.c:003 main -calls import-> first.h both
            main.c:003 main -calls import-> second.h only
            main.c:003 main -calls unique_name-> other.h hidden
            second.h:001 (file) -imports import-> first.h (file)
        "#]],
    );
}
