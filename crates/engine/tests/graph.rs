//! What the code graph sees in small projects of many languages. `UPDATE_EXPECT=1` rewrites what is expected; read the diff.

#[path = "support/edges.rs"]
mod edges;
#[path = "graph/headers.rs"]
mod headers;

use expect_test::{Expect, expect};
use quarry_engine::{Engine, Mode, Quiet, Settings};
use quarry_test_support::Repository;

#[track_caller]
fn check(fixture: &str, expected: &Expect) {
    let repository = Repository::new(fixture);
    let settings = Settings::from_toml("model.provider = \"none\"\n", "test".as_ref()).expect("settings");
    let engine = Engine::new(repository.path(), &repository.beside("home"), settings);
    engine.index(Mode::Changed, &Quiet).expect("the index is made");
    expected.assert_eq(&edges::all(&engine));
}

#[test]
fn python_follows_packages_aliases_and_bases() {
    check(
        "
        //- shop/__init__.py
        from .cart import Cart as Basket
        //- shop/cart.py
        from . import prices
        from .base import Model
        class Cart(Model):
            def total(self):
                return prices.sum_up(self.items()) + self.save()
            def items(self):
                return []
        //- shop/prices.py
        def sum_up(items):
            return 0
        //- shop/base.py
        class Model:
            def save(self):
                return 0
        //- main.py
        import shop.prices
        from shop import Basket
        import requests
        def main(basket: Basket):
            basket.total()
            other = Basket()
            other.save()
            shop.prices.sum_up([])
            requests.get('x')
        ",
        &expect![[r#"
            main.py:001 (file) -imports import-> shop/__init__.py (file)
            main.py:001 (file) -imports import-> shop/prices.py (file)
            main.py:002 (file) -imports import-> shop/__init__.py (file)
            main.py:002 (file) -references import-> shop/cart.py Cart
            main.py:004 main -references import-> shop/cart.py Cart
            main.py:005 main -calls import-> shop/cart.py Cart.total
            main.py:006 main -calls import-> shop/cart.py Cart
            main.py:007 main -calls import-> shop/base.py Model.save
            main.py:008 main -calls import-> shop/prices.py sum_up
            shop/__init__.py:001 (file) -imports import-> shop/cart.py (file)
            shop/__init__.py:001 (file) -references import-> shop/cart.py Cart
            shop/cart.py:001 (file) -imports import-> shop/prices.py (file)
            shop/cart.py:002 (file) -imports import-> shop/base.py (file)
            shop/cart.py:002 (file) -references import-> shop/base.py Model
            shop/cart.py:003 Cart -extends import-> shop/base.py Model
            shop/cart.py:005 Cart.total -calls import-> shop/base.py Model.save
            shop/cart.py:005 Cart.total -calls import-> shop/prices.py sum_up
            shop/cart.py:005 Cart.total -calls same_file-> shop/cart.py Cart.items
        "#]],
    );
}

#[test]
fn typescript_follows_index_files_paths_and_workspaces() {
    check(
        "
        //- package.json
        {\"name\": \"root\", \"workspaces\": [\"packages/*\"]}
        //- tsconfig.json
        {\"compilerOptions\": {\"paths\": {\"~/*\": [\"./app/*\"]}}}
        //- packages/cart/package.json
        {\"name\": \"@shop/cart\", \"exports\": {\".\": \"./dist/index.js\"}}
        //- packages/cart/src/index.ts
        export * from './cart'
        export { total as sum } from './total'
        //- packages/cart/src/cart.ts
        export class Cart {
          add(): Cart { return this }
          size(): number { return 1 }
        }
        //- packages/cart/src/total.ts
        export function total() { return 1 }
        //- app/main.ts
        import { Cart, sum } from '@shop/cart'
        import log from '~/log'
        import * as fs from 'node:fs'
        export function main(cart: Cart) {
          cart.add().size()
          log(sum())
          fs.readFileSync('x')
        }
        //- app/log.ts
        export default function log(x: unknown) {}
        ",
        &expect![[r#"
            app/main.ts:001 (file) -imports import-> packages/cart/src/index.ts (file)
            app/main.ts:001 (file) -references import-> packages/cart/src/cart.ts Cart
            app/main.ts:001 (file) -references import-> packages/cart/src/total.ts total
            app/main.ts:002 (file) -imports import-> app/log.ts (file)
            app/main.ts:002 (file) -references import-> app/log.ts log
            app/main.ts:004 main -references import-> packages/cart/src/cart.ts Cart
            app/main.ts:005 main -calls import-> packages/cart/src/cart.ts Cart.add
            app/main.ts:005 main -calls import-> packages/cart/src/cart.ts Cart.size
            app/main.ts:006 main -calls import-> app/log.ts log
            app/main.ts:006 main -calls import-> packages/cart/src/total.ts total
            packages/cart/src/cart.ts:002 Cart.add -references same_file-> packages/cart/src/cart.ts Cart
            packages/cart/src/index.ts:001 (file) -imports import-> packages/cart/src/cart.ts (file)
            packages/cart/src/index.ts:002 (file) -imports import-> packages/cart/src/total.ts (file)
            packages/cart/src/index.ts:002 (file) -references import-> packages/cart/src/total.ts total
        "#]],
    );
}

#[test]
fn go_follows_modules_packages_and_receivers() {
    check(
        "
        //- go.mod
        module example.com/shop/v2
        //- main.go
        package main
        import (
            \"fmt\"
            db \"example.com/shop/v2/store\"
        )
        func main() {
            s := db.Open()
            s.Save()
            helper()
            fmt.Println()
        }
        //- helper.go
        package main
        func helper() {}
        //- store/store.go
        package store
        type Store struct { log *Logger }
        func Open() *Store { return &Store{} }
        func (s *Store) Save() { s.log.Write() }
        //- store/logger.go
        package store
        type Logger struct{}
        func (l *Logger) Write() {}
        ",
        &expect![[r#"
            main.go:004 (file) -imports import-> store/store.go (file)
            main.go:007 main -calls import-> store/store.go Open
            main.go:008 main -calls import-> store/store.go Store.Save
            main.go:009 main -calls import-> helper.go helper
            store/logger.go:003 Logger.Write -references same_file-> store/logger.go Logger
            store/store.go:002 Store.log -references import-> store/logger.go Logger
            store/store.go:003 Open -calls same_file-> store/store.go Store
            store/store.go:003 Open -references same_file-> store/store.go Store
            store/store.go:004 Store.Save -calls import-> store/logger.go Logger.Write
            store/store.go:004 Store.Save -references same_file-> store/store.go Store
        "#]],
    );
}

#[test]
fn rust_follows_crates_modules_and_impls() {
    check(
        "
        //- Cargo.toml
        [workspace]
        members = [\"crates/*\"]
        //- crates/store/Cargo.toml
        [package]
        name = \"shop-store\"
        //- crates/store/src/lib.rs
        mod disk;
        pub use disk::Disk;
        pub trait Save { fn save(&self); }
        //- crates/store/src/disk.rs
        use crate::Save;
        pub struct Disk { log: Log }
        struct Log;
        impl Log { fn write(&self) {} }
        impl Disk {
            pub fn open() -> Self { Disk { log: Log } }
        }
        impl Save for Disk {
            fn save(&self) { self.log.write() }
        }
        //- crates/app/Cargo.toml
        [package]
        name = \"app\"
        //- crates/app/src/main.rs
        mod run;
        use shop_store::{Disk, Save as _};
        fn main() {
            let disk = Disk::open();
            disk.save();
            run::start(&disk);
        }
        //- crates/app/src/run.rs
        use shop_store as store;
        pub fn start(disk: &store::Disk) { self::inner(); super::main(); }
        fn inner() {}
        ",
        &expect![[r#"
            crates/app/src/main.rs:001 (file) -imports import-> crates/app/src/run.rs (file)
            crates/app/src/main.rs:002 (file) -imports import-> crates/store/src/lib.rs (file)
            crates/app/src/main.rs:002 (file) -references import-> crates/store/src/disk.rs Disk
            crates/app/src/main.rs:002 (file) -references import-> crates/store/src/lib.rs Save
            crates/app/src/main.rs:004 main -calls import-> crates/store/src/disk.rs Disk::open
            crates/app/src/main.rs:005 main -calls import-> crates/store/src/disk.rs Disk::save
            crates/app/src/main.rs:006 main -calls import-> crates/app/src/run.rs start
            crates/app/src/run.rs:001 (file) -imports import-> crates/store/src/lib.rs (file)
            crates/app/src/run.rs:002 start -calls import-> crates/app/src/main.rs main
            crates/app/src/run.rs:002 start -calls unique_name-> crates/app/src/run.rs inner
            crates/app/src/run.rs:002 start -references import-> crates/store/src/disk.rs Disk
            crates/store/src/disk.rs:001 (file) -imports import-> crates/store/src/lib.rs (file)
            crates/store/src/disk.rs:001 (file) -references import-> crates/store/src/lib.rs Save
            crates/store/src/disk.rs:002 Disk::log -references same_file-> crates/store/src/disk.rs Log
            crates/store/src/disk.rs:006 Disk::open -calls same_file-> crates/store/src/disk.rs Disk
            crates/store/src/disk.rs:008 Disk -implements import-> crates/store/src/lib.rs Save
            crates/store/src/disk.rs:009 Disk::save -calls same_file-> crates/store/src/disk.rs Log::write
            crates/store/src/lib.rs:001 (file) -imports import-> crates/store/src/disk.rs (file)
            crates/store/src/lib.rs:002 (file) -imports import-> crates/store/src/disk.rs (file)
            crates/store/src/lib.rs:002 (file) -references import-> crates/store/src/disk.rs Disk
        "#]],
    );
}

#[test]
fn java_kotlin_and_scala_follow_packages() {
    check(
        "
        //- src/main/java/com/shop/Cart.java
        package com.shop;
        import com.shop.model.Item;
        import java.util.List;
        public class Cart extends Base implements Priced {
            private Item first;
            public int total() { return first.price() + tax() + List.of().size(); }
        }
        //- src/main/java/com/shop/Base.java
        package com.shop;
        public class Base { int tax() { return 1; } }
        //- src/main/java/com/shop/Priced.java
        package com.shop;
        public interface Priced { int total(); }
        //- src/main/java/com/shop/model/Item.java
        package com.shop.model;
        public class Item { public int price() { return 1; } }
        //- src/main/kotlin/com/shop/App.kt
        package com.shop
        import com.shop.model.Item as Thing
        fun run(cart: Cart) {
            cart.total()
            Thing().price()
            helper()
        }
        //- src/main/kotlin/com/shop/Tools.kt
        package com.shop
        fun helper() = 1
        //- src/main/scala/com/shop/Main.scala
        package com.shop
        import com.shop.model.{Item => Thing}
        object Main { def go(): Int = new Thing().price() }
        ",
        &expect![[r#"
            src/main/java/com/shop/Cart.java:002 (file) -imports import-> src/main/java/com/shop/model/Item.java (file)
            src/main/java/com/shop/Cart.java:002 (file) -references import-> src/main/java/com/shop/model/Item.java Item
            src/main/java/com/shop/Cart.java:004 Cart -extends import-> src/main/java/com/shop/Base.java Base
            src/main/java/com/shop/Cart.java:004 Cart -implements import-> src/main/java/com/shop/Priced.java Priced
            src/main/java/com/shop/Cart.java:005 Cart.first -references import-> src/main/java/com/shop/model/Item.java Item
            src/main/java/com/shop/Cart.java:006 Cart.total -calls import-> src/main/java/com/shop/Base.java Base.tax
            src/main/java/com/shop/Cart.java:006 Cart.total -calls import-> src/main/java/com/shop/model/Item.java Item.price
            src/main/kotlin/com/shop/App.kt:002 (file) -imports import-> src/main/java/com/shop/model/Item.java (file)
            src/main/kotlin/com/shop/App.kt:002 (file) -references import-> src/main/java/com/shop/model/Item.java Item
            src/main/kotlin/com/shop/App.kt:003 run -references import-> src/main/java/com/shop/Cart.java Cart
            src/main/kotlin/com/shop/App.kt:004 run -calls import-> src/main/java/com/shop/Cart.java Cart.total
            src/main/kotlin/com/shop/App.kt:005 run -calls import-> src/main/java/com/shop/model/Item.java Item
            src/main/kotlin/com/shop/App.kt:005 run -calls import-> src/main/java/com/shop/model/Item.java Item.price
            src/main/kotlin/com/shop/App.kt:006 run -calls import-> src/main/kotlin/com/shop/Tools.kt helper
            src/main/scala/com/shop/Main.scala:002 (file) -imports import-> src/main/java/com/shop/model/Item.java (file)
            src/main/scala/com/shop/Main.scala:002 (file) -references import-> src/main/java/com/shop/model/Item.java Item
            src/main/scala/com/shop/Main.scala:003 Main.go -calls import-> src/main/java/com/shop/model/Item.java Item
            src/main/scala/com/shop/Main.scala:003 Main.go -calls import-> src/main/java/com/shop/model/Item.java Item.price
        "#]],
    );
}

#[test]
fn csharp_php_ruby_and_swift() {
    check(
        "
        //- Shop/Cart.cs
        using Shop.Models;
        namespace Shop {
            public class Cart { Item item; public int Total() { return item.Price(); } }
        }
        //- Shop/Models/Item.cs
        namespace Shop.Models {
            public class Item { public int Price() { return 1; } }
        }
        //- composer.json
        {\"autoload\": {\"psr-4\": {\"Shop\\\\\": \"php/\"}}}
        //- php/Model/Item.php
        <?php
        namespace Shop\\Model;
        class Item { public function price() { return 1; } }
        //- php/Cart.php
        <?php
        namespace Shop;
        use Shop\\Model\\Item;
        class Cart {
            private Item $item;
            public function total() { return $this->item->price() + $this->tax(); }
            function tax() { return 1; }
        }
        //- lib/item.rb
        class RubyItem
          def price; 1; end
        end
        //- lib/cart.rb
        require_relative 'item'
        class RubyCart
          def total
            item = RubyItem.new
            item.price
            tax
          end
          def tax; 1; end
        end
        //- Sources/App/Cart.swift
        class SwiftCart { func total() -> Int { return helper() } }
        //- Sources/App/Helper.swift
        func helper() -> Int { return 1 }
        ",
        &expect![[r#"
            Shop/Cart.cs:001 (file) -imports import-> Shop/Models/Item.cs (file)
            Shop/Cart.cs:003 Shop.Cart.Total -calls import-> Shop/Models/Item.cs Shop.Models.Item.Price
            Shop/Cart.cs:003 Shop.Cart.item -references import-> Shop/Models/Item.cs Shop.Models.Item
            Sources/App/Cart.swift:001 SwiftCart.total -calls import-> Sources/App/Helper.swift helper
            lib/cart.rb:001 (file) -imports import-> lib/item.rb (file)
            lib/cart.rb:004 RubyCart::total -calls import-> lib/item.rb RubyItem
            lib/cart.rb:005 RubyCart::total -calls import-> lib/item.rb RubyItem::price
            php/Cart.php:003 (file) -imports import-> php/Model/Item.php (file)
            php/Cart.php:003 (file) -references import-> php/Model/Item.php Item
            php/Cart.php:005 Cart\item -references import-> php/Model/Item.php Item
            php/Cart.php:006 Cart\total -calls import-> php/Model/Item.php Item\price
            php/Cart.php:006 Cart\total -calls same_file-> php/Cart.php Cart\tax
        "#]],
    );
}

#[test]
fn c_lua_and_elixir() {
    check(
        "
        //- include/cart.h
        int total(struct cart *cart);
        struct cart { int n; };
        //- src/cart.c
        #include \"../include/cart.h\"
        static int tax(void) { return 1; }
        int total(struct cart *cart) { return tax(); }
        //- src/main.c
        #include <stdio.h>
        #include <cart.h>
        int main(void) { struct cart c; printf(\"x\"); return total(&c); }
        //- lua/shop/cart.lua
        local M = {}
        function M.total() return 1 end
        return M
        //- lua/main.lua
        local cart = require('shop.cart')
        cart.total()
        //- lib/cart.ex
        defmodule Shop.Cart do
          def total(x), do: x
        end
        //- lib/main.ex
        defmodule Main do
          alias Shop.Cart
          def run, do: Cart.total(1)
          def again, do: Shop.Cart.total(2)
        end
        ",
        &expect![[r#"
            include/cart.h:001 total -references same_file-> include/cart.h cart
            lib/main.ex:002 (file) -imports import-> lib/cart.ex (file)
            lib/main.ex:003 Main.run -calls import-> lib/cart.ex Shop.Cart.total
            lib/main.ex:004 Main.again -calls import-> lib/cart.ex Shop.Cart.total
            lua/main.lua:001 (file) -imports import-> lua/shop/cart.lua (file)
            lua/main.lua:002 (file) -calls import-> lua/shop/cart.lua M.total
            src/cart.c:001 (file) -imports import-> include/cart.h (file)
            src/cart.c:003 total -calls same_file-> src/cart.c tax
            src/main.c:002 (file) -imports import-> include/cart.h (file)
            src/main.c:003 main -calls import-> src/cart.c total
            src/main.c:003 main -references import-> include/cart.h cart
        "#]],
    );
}

#[test]
fn names_alone_say_so() {
    check(
        "
        //- a.py
        class A:
            def close(self): pass
            def only_here(self): pass
        //- b.py
        class B:
            def close(self): pass
        //- c.py
        def run(x):
            x.close()
            x.only_here()
            x.nowhere()
        ",
        &expect![[r#"
            c.py:002 run -calls ambiguous-> a.py A.close
            c.py:002 run -calls ambiguous-> b.py B.close
            c.py:003 run -calls unique_name-> a.py A.only_here
        "#]],
    );
}

#[test]
fn infrastructure_and_documents_lead_to_files() {
    check(
        "
        //- docker-compose.yml
        services:
          web:
            build: ./web
        //- web/Dockerfile
        FROM alpine
        //- .github/workflows/ci.yml
        on: push
        jobs:
          test:
            runs-on: ubuntu-latest
            steps:
              - uses: ./.github/actions/setup
              - run: ./scripts/test.sh
        //- .github/actions/setup/action.yml
        name: setup
        runs:
          using: composite
          steps: []
        //- scripts/test.sh
        source ./lib.sh
        //- scripts/lib.sh
        run() { echo; }
        //- main.tf
        module \"net\" {
          source = \"./modules/net\"
        }
        //- modules/net/main.tf
        variable \"x\" {}
        //- README.md
        # Shop
        See [the guide](docs/guide.md#start) and [the site](https://example.com).
        //- docs/guide.md
        # Guide
        ",
        &expect![[r#"
            .github/workflows/ci.yml:006 (file) -imports import-> .github/actions/setup/action.yml (file)
            .github/workflows/ci.yml:007 (file) -imports import-> scripts/test.sh (file)
            README.md:002 (file) -imports import-> docs/guide.md (file)
            docker-compose.yml:003 (file) -imports import-> web/Dockerfile (file)
            main.tf:002 (file) -imports import-> modules/net/main.tf (file)
            scripts/test.sh:001 (file) -imports import-> scripts/lib.sh (file)
        "#]],
    );
}
