//! Lists the files of the page, and the library in the page where `cargo xtask page` has made it.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where"));
    let page = here.join("page");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&page)
        .expect("the page is beside its server")
        .map(|entry| entry.expect("a file of the page").path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let mut code = String::from("&[\n");
    for path in &files {
        let name = path.file_name().expect("files have names").to_string_lossy();
        writeln!(code, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())
            .expect("writing to memory");
    }
    code.push(']');
    write("page.rs", &code);
    // Below the folder that builds go to, and so in no package.
    let library = here.join("../../target/page/library.wasmz");
    let made = match fs::canonicalize(&library) {
        Ok(path) => {
            println!("cargo::rerun-if-changed={}", path.display());
            format!("Some(include_bytes!({:?}))", path.display().to_string())
        }
        // To watch what is not there is to compile all of this at every turn. Who makes it touches this script.
        Err(_) => "None".to_owned(),
    };
    write("library.rs", &made);
}

fn write(name: &str, code: &str) {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    fs::write(Path::new(&out).join(name), code).expect("the folder of the build can be written to");
}
