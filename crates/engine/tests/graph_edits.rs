//! A graph that is kept up to date must be the graph that would be made anew, whatever was edited.

#[path = "support/edges.rs"]
mod edges;

use proptest::prelude::{Strategy, any};
use proptest::test_runner::Config;
use proptest::{collection, prop_assert_eq, proptest};
use quarry_engine::{Engine, Mode, Quiet, Settings};
use quarry_test_support::Repository;

/// Files whose definitions, imports and re-exports depend on each other in many ways. Each has versions that differ in what
/// others can see, or in nothing but a body; the last version of all is no file.
const FILES: [(&str, &[&str]); 24] = [
    ("pkg/__init__.py", &["from .store import Store\n", "from .store import *\n", "", "from .other import Store\n"]),
    (
        "pkg/store.py",
        &[
            "from .base import Base\nclass Store(Base):\n    def get(self):\n        return self.load()\n",
            "class Store:\n    def get(self):\n        return 1\n    def load(self):\n        return 2\n",
            "class Shop:\n    pass\ndef helper():\n    return Shop()\n",
        ],
    ),
    ("pkg/base.py", &["class Base:\n    def load(self):\n        return 0\n", "class Base:\n    pass\n"]),
    ("pkg/other.py", &["class Store:\n    def get(self):\n        return 3\n", "from .base import Base as Store\n"]),
    (
        "main.py",
        &[
            "from pkg import Store\ndef run():\n    store = Store()\n    return store.get()\n",
            "import pkg.store\ndef run():\n    return pkg.store.helper()\n",
            "from pkg.store import Store as Shelf\ndef run(shelf: Shelf):\n    shelf.load()\n    get()\n",
        ],
    ),
    (
        "web/index.ts",
        &["export * from './cart'\n", "export { Cart as Basket } from './cart'\n", "export const total = 1\n"],
    ),
    (
        "web/cart.ts",
        &[
            "export class Cart { add(): Item { return new Item() } }\nexport class Item { price() { return 1 } }\n",
            "import { Base } from './base'\nexport class Cart extends Base {}\n",
        ],
    ),
    ("web/base.ts", &["export class Base { add() { return 1 } }\n"]),
    (
        "web/app.ts",
        &[
            "import { Cart } from '.'\nfunction main() { const cart = new Cart(); cart.add().price() }\n",
            "import { Basket } from './index'\nfunction main(basket: Basket) { basket.add() }\n",
        ],
    ),
    ("go.mod", &["module example.com/shop\n", "module example.com/store\n"]),
    (
        "net/client.go",
        &["package net\nfunc Dial() *Conn { return &Conn{} }\ntype Conn struct{}\nfunc (c *Conn) Send() {}\n"],
    ),
    ("net/extra.go", &["package net\nfunc Listen() { Dial() }\n", "package net\nfunc Dial2() {}\n"]),
    (
        "cmd/main.go",
        &[
            "package main\nimport \"example.com/shop/net\"\nfunc main() { c := net.Dial(); c.Send(); net.Listen() }\n",
            "package main\nimport n \"example.com/store/net\"\nfunc main() { n.Dial2(); shop.Open() }\n",
            "package main\nimport \"example.com/shop\"\nfunc main() { shop.Open() }\n",
        ],
    ),
    ("shop.go", &["package shop\nfunc Open() {}\n"]),
    // Files that imports mean by other names than their own, or by none.
    ("web/deep/part.ts", &["import { Cart } from '..'\nexport class Part { cart() { return new Cart() } }\n"]),
    ("web/deep/part.spec.ts", &["import { Part } from '@shop/kit'\nnew Part()\n", "new Part()\n"]),
    ("web/other/part.ts", &["export class Part {}\n"]),
    ("kit/package.json", &["{\"name\": \"@shop/kit\"}\n", "{\"name\": \"@shop/kit\", \"main\": \"./lib/entry.js\"}\n"]),
    ("kit/src/index.ts", &["export { Part } from '../../web/deep/part'\n", "export class Part {}\n"]),
    ("kit/src/entry.ts", &["export * from '../../web/other/part'\n"]),
    ("tsconfig.json", &["{\"compilerOptions\": {\"paths\": {\"@\": [\"./web/base.ts\"]}}}\n"]),
    ("page.ts", &["import { Base } from '@'\nimport { Part } from '@shop/kit'\nnew Base().add(); new Part()\n"]),
    ("engine/store.rs", &["pub fn open() {}\npub struct Disk;\n", "pub struct Disk;\n"]),
    ("engine/store/disk.rs", &["use super::*;\nfn read() { open(); let d = super::Disk; }\n", "use super::Disk;\n"]),
];

#[derive(Clone, Copy, Debug)]
struct Edit {
    file: usize,
    version: usize,
}

impl Edit {
    fn apply(self, repository: &Repository) {
        let (path, versions) = FILES[self.file % FILES.len()];
        match versions.get(self.version % (versions.len() + 1)) {
            Some(text) => repository.write(path, text),
            None if repository.path().join(path).exists() => repository.remove(path),
            None => {}
        }
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    (any::<usize>(), any::<usize>()).prop_map(|(file, version)| Edit { file, version })
}

fn engine(repository: &Repository, home: &str) -> Engine {
    let settings = Settings::from_toml("model.provider = \"none\"\n", "test".as_ref()).expect("settings");
    let engine = Engine::new(repository.path(), &repository.beside(home), settings);
    engine.index(Mode::Changed, &Quiet).expect("the index is made");
    engine
}

proptest! {
    #![proptest_config(Config { cases: 16, failure_persistence: None, max_shrink_iters: 80, ..Config::default() })]

    #[test]
    fn after_any_edits_the_graph_is_that_of_a_fresh_index(steps in collection::vec(collection::vec(edit(), 1..5), 2..7)) {
        let repository = Repository::new("");
        (0..FILES.len()).for_each(|file| Edit { file, version: 0 }.apply(&repository));
        for (number, edits) in steps.iter().enumerate() {
            edits.iter().for_each(|edit| edit.apply(&repository));
            let kept = edges::all(&engine(&repository, "kept"));
            let fresh = edges::all(&engine(&repository, &format!("fresh-{number}")));
            prop_assert_eq!(kept, fresh);
        }
    }
}
