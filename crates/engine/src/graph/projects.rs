//! What the project files of a repository say about how imports are written: names of packages and where they lie.

mod json;
mod packages;

use std::collections::BTreeMap;

pub(crate) use packages::{Package, PathMap};

use super::tree::joined;

/// Files that are read here. A change in one of them can change where any import leads.
pub(crate) fn is_project_file(name: &str) -> bool {
    matches!(name, "go.mod" | "Cargo.toml" | "package.json" | "composer.json" | "jsconfig.json")
        || (name.starts_with("tsconfig") && name.ends_with(".json"))
}

/// All projects of a repository.
#[derive(Debug, Default)]
pub(crate) struct Projects {
    /// Module path and directory, longest path first.
    pub(crate) go_modules: Vec<(String, String)>,
    pub(crate) crates: Vec<RustCrate>,
    /// By name.
    pub(crate) packages: BTreeMap<String, Package>,
    /// By directory.
    pub(crate) path_maps: BTreeMap<String, PathMap>,
    /// Namespace prefix and directory, longest prefix first.
    pub(crate) psr4: Vec<(String, String)>,
}

/// A crate of a Cargo workspace.
#[derive(Debug)]
pub(crate) struct RustCrate {
    /// As code writes it.
    pub(crate) name: String,
    /// Where its Cargo.toml lies.
    pub(crate) directory: String,
    /// The file of its library.
    pub(crate) library: String,
    /// What it calls other crates, if not by their own names: name here, package.
    pub(crate) renamed: Vec<(String, String)>,
}

impl Projects {
    /// Reads all project files; `read` gives a file's text.
    pub(crate) fn read<'a>(paths: impl Iterator<Item = &'a str>, read: impl Fn(&str) -> Option<String>) -> Projects {
        let mut projects = Projects::default();
        for path in paths {
            let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
            if !is_project_file(name) {
                continue;
            }
            let Some(text) = read(path) else { continue };
            match name {
                "go.mod" => projects.go_modules.extend(go_module(&text).map(|module| (module, directory.to_owned()))),
                "Cargo.toml" => projects.crates.extend(rust_crate(&text, directory)),
                "package.json" => projects.add_package(&text, directory),
                "composer.json" => projects.psr4.extend(json::psr4(&text, directory)),
                _ => projects.add_path_map(&text, directory, &read),
            }
        }
        projects.go_modules.sort_by_key(|(module, directory)| (usize::MAX - module.len(), directory.clone()));
        projects.psr4.sort_by_key(|(prefix, directory)| (usize::MAX - prefix.len(), directory.clone()));
        projects
    }

    fn add_package(&mut self, text: &str, directory: &str) {
        if let Some((name, package)) = Package::read(text, directory) {
            self.packages.entry(name).or_insert(package);
        }
    }

    fn add_path_map(&mut self, text: &str, directory: &str, read: &impl Fn(&str) -> Option<String>) {
        let map = PathMap::read(text, directory, &|path| read(path));
        if let Some(map) = map {
            let known = self.path_maps.entry(directory.to_owned()).or_default();
            known.rules.extend(map.rules);
        }
    }

    /// What imports may write for a file beside its own name and that of its directory: the name of a package that it opens, or
    /// an alias that leads to it.
    pub(crate) fn names_of_entry(&self, path: &str) -> Vec<&str> {
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        let modules = self.go_modules.iter().filter(|(_, root)| root == directory).map(|(module, _)| module.as_str());
        let mut names: Vec<&str> = modules.collect();
        for one in self.crates.iter().filter(|one| one.library == path) {
            names.push(&one.name);
            let renamed = self.crates.iter().flat_map(|user| &user.renamed);
            names.extend(renamed.filter(|(_, package)| *package == one.name).map(|(local, _)| local.as_str()));
        }
        let packages = self.packages.iter().filter(|(_, package)| package.may_open_with(path, stem(name)));
        names.extend(packages.map(|(name, _)| name.as_str()));
        names.extend(self.path_maps.values().flat_map(|map| map.patterns_for(stem(name))));
        names
    }

    /// The innermost crate around a path.
    pub(crate) fn crate_around(&self, path: &str) -> Option<&RustCrate> {
        let around = self.crates.iter().filter(|one| {
            one.directory.is_empty() || path.strip_prefix(&one.directory).is_some_and(|rest| rest.starts_with('/'))
        });
        around.max_by_key(|one| one.directory.len())
    }
}

/// A file's name up to its first dot: `index` of `index.d.ts`.
fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

fn go_module(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    Some(line.split("//").next().unwrap_or(line).trim().trim_matches('"').to_owned())
}

fn rust_crate(text: &str, directory: &str) -> Option<RustCrate> {
    let table: toml::Table = text.parse().ok()?;
    let package = table.get("package")?.get("name")?.as_str()?.replace('-', "_");
    let library = table.get("lib");
    let of_library = |key: &str| library.and_then(|library| library.get(key)).and_then(|value| value.as_str());
    let path = of_library("path").unwrap_or("src/lib.rs");
    let mut renamed = Vec::new();
    for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let dependencies = table.get(section).and_then(|section| section.as_table()).into_iter().flatten();
        for (name, value) in dependencies {
            if let Some(package) = value.get("package").and_then(|package| package.as_str()) {
                renamed.push((name.replace('-', "_"), package.replace('-', "_")));
            }
        }
    }
    Some(RustCrate {
        name: of_library("name").map_or(package, str::to_owned),
        directory: directory.to_owned(),
        library: joined(directory, path)?,
        renamed,
    })
}

#[cfg(test)]
mod tests {
    use super::Projects;

    #[test]
    fn project_files_name_packages() {
        let files = [
            ("go.mod", "module example.com/shop/v2 // old\n\ngo 1.22\n"),
            (
                "crates/cart/Cargo.toml",
                "[package]\nname = \"shop-cart\"\n[dependencies]\nio = { package = \"shop-io\" }\n",
            ),
            ("web/package.json", r#"{"name": "@shop/web", "exports": {".": "./dist/index.js", "./*": "./dist/*.js"}}"#),
            ("web/tsconfig.json", "{ // aliases\n \"compilerOptions\": {\"paths\": {\"~/*\": [\"./src/*\",]}} }"),
            ("php/composer.json", r#"{"autoload": {"psr-4": {"Shop\\": "src/"}}}"#),
        ];
        let read = |path: &str| files.iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned());
        let projects = Projects::read(files.iter().map(|(path, _)| *path), read);
        assert_eq!(projects.go_modules, [("example.com/shop/v2".to_owned(), String::new())]);
        assert_eq!(projects.crates[0].name, "shop_cart");
        assert_eq!(projects.crates[0].library, "crates/cart/src/lib.rs");
        assert_eq!(projects.crates[0].renamed, [("io".to_owned(), "shop_io".to_owned())]);
        assert_eq!(projects.packages["@shop/web"].targets("").collect::<Vec<_>>()[0], "web/dist/index.js");
        assert_eq!(projects.packages["@shop/web"].targets("cart").collect::<Vec<_>>()[0], "web/dist/cart.js");
        assert_eq!(projects.path_maps["web"].targets("~/cart"), ["web/src/cart"]);
        assert_eq!(projects.names_of_entry("crates/cart/src/lib.rs"), ["shop_cart"]);
        assert_eq!(projects.names_of_entry("web/src/index.ts"), ["@shop/web"]);
        assert_eq!(projects.names_of_entry("main.go"), ["example.com/shop/v2"]);
        assert_eq!(projects.names_of_entry("web/src/cart.ts"), [""; 0]);
        assert_eq!(projects.psr4, [("Shop\\".to_owned(), "php/src".to_owned())]);
    }
}
