//! `quarry init`.

use expect_test::expect;
use fs_err as fs;

use crate::support::{SHOP, Sandbox};

#[test]
fn a_settings_file_is_written_that_changes_nothing() {
    let shop = Sandbox::new(SHOP);
    let defaults = shop.run(&["config", "show"]).out;
    expect!["wrote ROOT/quarry.toml\n"].assert_eq(&shop.run(&["init", "src"]).out);
    expect!["ROOT/quarry.toml: ok\n"].assert_eq(&shop.run(&["config", "check"]).out);
    assert_eq!(shop.run(&["config", "show"]).out, defaults, "every setting is switched off");
    let path = shop.root.join("quarry.toml");
    let text = fs::read_to_string(&path).expect("settings");
    let keys = |text: &str| text.lines().filter(|line| line.contains(" = ")).count();
    assert!(keys(&text) >= keys(&defaults) && text.contains("\n[search]\n") && text.contains("\n#limit = "), "{text}");
    let printed = shop.command(&["init", "--stdout"]).output().expect("the binary runs").stdout;
    assert_eq!(String::from_utf8_lossy(&printed), text);

    fs::write(&path, text.replace("\n#limit = 10", "\nlimit = 3")).expect("settings");
    assert!(shop.run(&["config", "show"]).out.contains("\nlimit = 3"));
    let refused = shop.run(&["init"]);
    assert_eq!(refused.code, 2);
    expect![[r#"
        error: ROOT/quarry.toml is there already
         help: `--force` writes over it, `--stdout` prints what would be written
    "#]]
    .assert_eq(&refused.err);
    assert_eq!(shop.run(&["init", "--force"]).code, 0);
    assert_eq!(fs::read_to_string(&path).expect("settings"), text);
}
