//! Links, sockets, rights.

use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;

use super::{IndexSettings, check, discover, expect, outline, tree};

#[test]
fn links_are_not_followed() {
    check(
        "
        src/a.rs
        src/same.rs -> a.rs
        src/up -> ..
        lib -> src
        out -> /
        passwd.txt -> /etc/passwd
        sneaky -> src/../../..
        circle1 -> circle2
        circle2 -> circle1
        nowhere -> missing
        ",
        expect![[r#"
            src/a.rs
            - circle1: a link that leads back to itself
            - circle2: a link that leads back to itself
            - lib: a link; its target is indexed where it is
            - nowhere: a link to nothing
            - out: a link that leaves the repository
            - passwd.txt: a link that leaves the repository
            - sneaky: a link that leaves the repository
            - src/same.rs: a link; its target is indexed where it is
            - src/up: a link that leads back to itself
        "#]],
    );
}

#[test]
fn a_root_that_is_a_link_is_walked() {
    let root = tree("real/a.rs\nlink -> real");
    let found = discover(&root.path().join("link"), &IndexSettings::default()).expect("the tree can be walked");
    assert_eq!(outline(&found), "a.rs\n");
    assert!(found.root.ends_with("real"));
}

#[test]
fn sockets_and_names_that_are_not_unicode_are_skipped() {
    let root = tree("a.rs");
    let _socket = UnixListener::bind(root.path().join("socket")).expect("a socket");
    let name = root.path().join(std::ffi::OsStr::from_bytes(b"bad\xff.rs"));
    fs_err::write(name, "").expect("the file is written");
    let found = discover(root.path(), &IndexSettings::default()).expect("the tree can be walked");
    expect![[r#"
        a.rs
        - bad�.rs: its name is not Unicode
        - socket: a pipe, socket or device
    "#]]
    .assert_eq(&outline(&found));
}

/// Permission bits do not bind root, so there is nothing to see when the tests run as root.
#[test]
fn a_directory_that_may_not_be_read_is_named() {
    let root = tree("open/a.rs\nclosed/b.rs");
    let closed = root.path().join("closed");
    fs_err::set_permissions(&closed, PermissionsExt::from_mode(0o000)).expect("rights are taken");
    let found = discover(root.path(), &IndexSettings::default()).expect("the tree can be walked");
    let binds = fs_err::read_dir(&closed).is_err();
    fs_err::set_permissions(&closed, PermissionsExt::from_mode(0o755)).expect("rights are given back");
    if binds {
        assert_eq!(outline(&found), "open/a.rs\n- closed: cannot be read: Permission denied (os error 13)\n");
    }
}
