//! Lists the files of the page, and the library in the page where `cargo xtask page` has made it. Scripts
//! travel without their comments, which are a third of them.

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
    let names = files.iter().map(|path| path.file_name().expect("files have names"));
    let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    for (path, name) in files.iter().zip(&names) {
        let path = match name.rsplit_once('.') {
            Some(("index", _)) => write(name, &index(path, &names)),
            Some((_, "js")) => write(name, &bare(path)),
            _ => path.clone(),
        };
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

/// The page itself, with all modules that it begins with asked for at once, and not one after another.
fn index(path: &Path, names: &[String]) -> String {
    let page = fs::read_to_string(path).expect("the page is text");
    let later = ["app.js", "engine-worker.js", "service.js", "worker.js"];
    let modules = names.iter().filter(|name| name.ends_with(".js") && !later.contains(&&name[..]));
    let links = modules.map(|name| format!("<link rel=\"modulepreload\" href=\"{name}\" />\n    "));
    let begins = "<script type=\"module\"";
    page.replacen(begins, &(links.collect::<String>() + begins), 1)
}

/// A script without the lines that are comments, and without what stands before the others.
fn bare(path: &Path) -> String {
    let script = fs::read_to_string(path).expect("a script is text");
    let mut in_comment = false;
    let lines = script.lines().map(str::trim).filter(|line| {
        let was_in_comment = in_comment;
        in_comment = (in_comment || line.starts_with("/**")) && !line.contains("*/");
        let is_comment = was_in_comment || in_comment || line.starts_with("//") || is_whole(line);
        !(is_comment || line.is_empty())
    });
    lines.fold(String::new(), |all, line| all + line + "\n")
}

/// Whether a line is a comment from its beginning to its end.
fn is_whole(line: &str) -> bool {
    line.strip_prefix("/**")
        .and_then(|rest| rest.split_once("*/"))
        .is_some_and(|(_, after)| after.is_empty())
}

/// Writes a file into the folder of the build, and says where.
fn write(name: &str, text: &str) -> PathBuf {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    let path = out.join(name);
    fs::write(&path, text).expect("the folder of the build can be written to");
    path
}
