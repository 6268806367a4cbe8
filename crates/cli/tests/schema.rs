//! `docs/schema.json` describes every object that `--format json` writes, for every verb of every
//! puzzle, errors and notes included. The checker knows the part of JSON Schema that is used there, and
//! refuses a schema that uses more.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// What is wrong with a value, or nothing.
fn fault(value: &Value, schema: &Value, root: &Value, at: &str) -> Option<String> {
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        let wrong = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => None,
            "$ref" => {
                let path = rule.as_str().unwrap().strip_prefix('#').unwrap();
                fault(value, root.pointer(path).expect("a definition"), root, at)
            }
            "type" => {
                let types = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                let is = |name: &Value| match name.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    "number" => value.is_number(),
                    "integer" => value.is_i64() || value.is_u64(),
                    other => panic!("type {other}"),
                };
                (!types.iter().any(is)).then(|| format!("{at}: {value} is no {rule}"))
            }
            "enum" => {
                let known = rule.as_array().unwrap().contains(value);
                (!known).then(|| format!("{at}: {value} is none of {rule}"))
            }
            "const" => (value != rule).then(|| format!("{at}: {value} is not {rule}")),
            "minimum" => value
                .as_f64()
                .filter(|number| *number < rule.as_f64().unwrap())
                .map(|number| format!("{at}: {number} is less than {rule}")),
            "required" => value.as_object().and_then(|object| {
                let missing = |name: &&Value| !object.contains_key(name.as_str().unwrap());
                rule.as_array().unwrap().iter().find(missing).map(|name| format!("{at}: no {name}"))
            }),
            "properties" => value.as_object().and_then(|object| {
                let known = |(name, value): (&String, &Value)| {
                    fault(value, rule.get(name)?, root, &format!("{at}.{name}"))
                };
                object.iter().find_map(known)
            }),
            "additionalProperties" => value.as_object().and_then(|object| {
                let listed = |name: &str| {
                    schema.get("properties").is_some_and(|known| known.get(name).is_some())
                };
                let mut others = object.iter().filter(|(name, _)| !listed(name));
                match rule {
                    Value::Bool(true) => None,
                    Value::Bool(false) => {
                        others.next().map(|(name, _)| format!("{at}: `{name}` is not described"))
                    }
                    rule => others.find_map(|(name, value)| {
                        fault(value, rule, root, &format!("{at}.{name}"))
                    }),
                }
            }),
            "items" => value.as_array().and_then(|items| {
                items.iter().find_map(|item| fault(item, rule, root, &format!("{at}[]")))
            }),
            "oneOf" => {
                let faults: Vec<Option<String>> = rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|rule| fault(value, rule, root, at))
                    .collect();
                let fits = faults.iter().filter(|fault| fault.is_none()).count();
                (fits != 1).then(|| format!("{at}: {fits} definitions fit {value}: {faults:#?}"))
            }
            other => panic!("the checker does not know {other}"),
        };
        if wrong.is_some() {
            return wrong;
        }
    }
    None
}

fn run(words: &str, folder: &Path) -> Output {
    let program = env!("CARGO_BIN_EXE_tabuleiro");
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("\"{program}\" {words}")]).current_dir(folder);
    shell.env("LC_ALL", "C.UTF-8").stdin(Stdio::null()).output().unwrap()
}

/// The objects on the lines of a text.
fn objects(bytes: &[u8], words: &str) -> Vec<Value> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let object = |line: &str| {
        serde_json::from_str(line).unwrap_or_else(|_| panic!("{words}: no JSON: {line}"))
    };
    text.lines().map(object).collect()
}

fn boards() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("tour.txt", ".....\n.....\n.....\n.....\n.....\n\n...\n...\n...\n");
    write("knight.txt", "C..x\n.x..\n...S\n\nCx\nxS\n");
    write("futoshiki.txt", "1 _ _\n    \n_ _ _\n    \n_ _ 2\n");
    write("pegs.txt", "oo.\n\nooo\no.o\nooo\n");
    write("broken.txt", "?\n");
    folder
}

#[test]
fn every_object_is_as_the_schema_says() {
    let (folder, schema) = (boards(), schema());
    let mut seen = std::collections::BTreeSet::new();
    let cases = [
        "tour solve tour.txt --strategy roth --max-nodes 100000",
        "tour solve --size 8x8 --strategy fixed --max-nodes 10",
        "tour solve --size 3x3 --strategy fixed",
        "tour count --size 3x4",
        "tour count --size 3x4 --closed --up-to 1",
        "tour generate --size 5x6 --number 2",
        "tour generate --size 6x6 --holes 2",
        "tour compare tour.txt --runs 2 --strategy warnsdorff,roth",
        "tour compare tour.txt --runs 2 --strategy warnsdorff,roth --total",
        "lost-knight solve knight.txt",
        "lost-knight count knight.txt",
        "lost-knight generate --size 6x6",
        "lost-knight compare knight.txt --runs 1",
        "futoshiki solve futoshiki.txt",
        "futoshiki solve --order 4 --strategy plain --max-assignments 3",
        "futoshiki count futoshiki.txt",
        "futoshiki generate --order 4 --number 2 --difficulty trivial..easy",
        "futoshiki rate futoshiki.txt",
        "futoshiki rate --order 3",
        "futoshiki hint futoshiki.txt --step do",
        "futoshiki hint futoshiki.txt --verdict",
        "futoshiki explain futoshiki.txt",
        "futoshiki explain --order 3",
        "tour hint tour.txt --steps 2",
        "tour hint tour.txt --instance 2",
        "tour hint tour.txt --verdict",
        "lost-knight explain knight.txt",
        "pegs explain pegs.txt",
        "pegs hint pegs.txt --verdict",
        "pegs hint --board english --max-nodes 1 --verdict",
        "futoshiki play futoshiki.txt",
        "futoshiki hint broken.txt missing.txt futoshiki.txt",
        "futoshiki compare futoshiki.txt --runs 1 --strategy plain,fast",
        "pegs solve pegs.txt",
        "pegs count pegs.txt",
        "pegs count pegs.txt --of positions",
        "pegs count pegs.txt --of finishes",
        "pegs generate --size 4x4 --seed 3",
        "pegs generate --shape european --impossible",
        "pegs compare pegs.txt --runs 1 --strategy stack,auto",
        "tour solve broken.txt missing.txt tour.txt",
        "tour solve --size 8x8 --nothing",
        "tour draw --size 5x5",
        "futoshiki generate --order 99",
    ];
    for case in cases {
        let words = format!("{case} --format json");
        let output = run(&words, folder.path());
        let mut all = objects(&output.stdout, &words);
        all.extend(objects(&output.stderr, &words));
        assert!(!all.is_empty(), "{words}");
        for object in all {
            let wrong = fault(&object, &schema, &schema, "$");
            assert_eq!(wrong, None, "{words}");
            let kind = ["error", "note"].iter().find(|name| object.get(**name).is_some());
            seen.insert(
                kind.map_or(object["command"].as_str().unwrap().to_owned(), |k| k.to_string()),
            );
        }
    }
    for (puzzle, board) in [("tour", "tour.txt"), ("pegs", "pegs.txt")] {
        let answers = run(&format!("{puzzle} solve {board} --format json"), folder.path());
        std::fs::write(folder.path().join("answers"), &answers.stdout).unwrap();
        for words in [
            format!("{puzzle} check {board} answers --format json"),
            // The answers hold their boards.
            format!("{puzzle} check answers --format json"),
        ] {
            let output = run(&words, folder.path());
            assert_eq!(output.status.code(), Some(0), "{words}: {output:?}");
            for object in objects(&output.stdout, &words) {
                assert_eq!(fault(&object, &schema, &schema, "$"), None, "{words}");
                seen.insert(object["command"].as_str().unwrap().to_owned());
            }
        }
    }
    let all =
        ["check", "compare", "count", "error", "explain", "generate", "hint", "rate", "solve"];
    assert!(all.iter().all(|name| seen.contains(*name)), "{seen:?}");
}

#[test]
fn the_checker_finds_faults() {
    let schema = schema();
    let folder = boards();
    let output = run("tour count --size 3x4 --format json", folder.path());
    let good = objects(&output.stdout, "count").remove(0);
    let damaged = |name: &str, value: Value| {
        let mut object = good.clone();
        object[name] = value;
        fault(&object, &schema, &schema, "$").is_some()
    };
    assert!(fault(&good, &schema, &schema, "$").is_none());
    assert!(damaged("count", 16.into()) && damaged("way", "guessing".into()));
    assert!(damaged("surplus", 1.into()) && damaged("stats", Value::Null));
    let mut less = good.clone();
    less.as_object_mut().unwrap().remove("board");
    assert!(fault(&less, &schema, &schema, "$").is_some());
}
