//! Faults that an owner's file, variables and addresses have in practice, and the words for them.

use super::*;

/// Files of the same name belong to other programs, such as Hugo.
#[test]
fn a_key_that_is_like_none_has_no_guess() {
    for file in ["baseURL = \"x\"", "[package]\nversion = \"1\""] {
        let error = load(Some(file), &[], &[]).unwrap_err().to_string();
        assert!(error.contains("unknown key"), "{error}");
        assert!(!error.contains("did you mean"), "{error}");
    }
    let error = load(None, &[("ROOKERY__", "x")], &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "ROOKERY__: a key is missing, as in ROOKERY__SITE__NAME"
    );
    let error = load(None, &[("ROOKERY__CONFIG", "x")], &[]).unwrap_err();
    assert!(error.to_string().contains("--config FILE"), "{error}");
}

#[test]
fn a_file_that_cannot_be_read_says_the_line_and_what_to_do() {
    for (file, said) in [
        (
            &b"[access]\nguests = \"open\"\n\n[access] # again\nsignup = \"open\""[..],
            "line 4: [access] is there twice (first in line 1): put its lines together",
        ),
        (
            b"[site]\nname = \"a\"\nname = \"b\"",
            "line 3: `name` is there twice (first in line 2): keep one of the lines",
        ),
        (
            b"[limits]\ngames_per_minute = 99999999999999999999",
            "a number is too large",
        ),
        (
            b"[site]\nname = \"Caf\xe9\"",
            "line 2: a character that is not in UTF-8; save the file as UTF-8",
        ),
        (b"\xff\xfe[\0s\0i\0", "is in UTF-16; save it as UTF-8"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        std::fs::write(&path, file).unwrap();
        let sources = Sources {
            file: Some(path),
            ..Sources::default()
        };
        let error = Loaded::read(&sources).unwrap_err().to_string();
        assert!(error.contains(said), "{said}: {error}");
        assert!(!error.contains("this file was read"), "{error}");
    }
}

#[test]
fn whatever_can_be_read_may_be_the_file() {
    let read = |file: &str| {
        Loaded::read(&Sources {
            file: Some(file.into()),
            ..Sources::default()
        })
    };
    assert_eq!(read("/dev/null").unwrap().config.listen.port(), 8080);
    for (file, said) in [
        ("/dev/zero", "too long"),
        ("/", "is a folder"),
        ("/nowhere/at/all", "does not exist"),
    ] {
        let error = read(file).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

/// Characters by which an address is parted (RFC 3986, 3.2 and 3.5) stand in a password as `%` and two digits. Without them another host
/// would be asked, by a name that is a part of the password.
#[test]
fn a_password_with_bare_marks_is_refused_and_not_repeated() {
    for address in [
        "postgres://me:ses/ame@db/site",
        "postgres://me:p@ses/ame#x@db/site",
        "postgres://me:ses?ame@db/site",
        "postgres://me:ses@ame?x@db/site",
        "postgres://me:ses#ame",
    ] {
        let error = load(None, &[("ROOKERY__DATABASE", address)], &[]).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("write '@' as %40"), "{address}: {error}");
        assert!(
            !error.contains("ses") && !error.contains("ame@"),
            "{address}: {error}"
        );
    }
    for address in [
        "postgres://me:ses%2Fame@db/site",
        "postgres://me:ses@ame@db/site",
        "postgres:///site?host=/run/postgresql&user=me&password=a%40b",
        "postgres://db/site?sslmode=require&options[search_path]=club&connect_timeout=5",
    ] {
        load(None, &[("ROOKERY__DATABASE", address)], &[]).unwrap();
    }
}

#[test]
fn a_mistyped_parameter_of_the_database_is_not_passed_over() {
    for (parameter, meant) in [
        ("sslmod=require", "`sslmode`"),
        ("SSLMODE=require", "`sslmode`"),
        ("ssl=true", "`sslmode`"),
        ("hosts=/run", "`host`"),
    ] {
        let address = format!("postgres://db/site?{parameter}");
        let error = load(None, &[("ROOKERY__DATABASE", &address)], &[]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(meant), "{parameter}: {error}");
    }
}
