//! Drawings that are refused, each with its reason, and those of usual programs, which are not.

use crate::look::svg::{Forbidden, MAX_ELEMENTS, check};

/// A drawing with this inside.
fn drawing(inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 40 10\">{inside}</svg>"
    )
}

fn refused(inside: &str) -> Forbidden {
    check(&drawing(inside)).expect_err(inside)
}

#[test]
fn what_runs_loads_or_embeds_is_refused_with_its_name() {
    let element = |name: &str| Forbidden::Element(name.to_owned());
    for (inside, name) in [
        ("<script>alert(1)</script>", "script"),
        ("<g><SCRIPT href=\"#x\"/></g>", "SCRIPT"),
        (
            "<s:script xmlns:s=\"http://www.w3.org/2000/svg\"/>",
            "script",
        ),
        ("<foreignObject/>", "foreignObject"),
        ("<image width=\"1\"/>", "image"),
        ("<feImage/>", "feImage"),
        (
            "<set attributeName=\"href\" to=\"https://evil.example\"/>",
            "set",
        ),
        ("<animate attributeName=\"x\"/>", "animate"),
        ("<p xmlns=\"http://www.w3.org/1999/xhtml\">x</p>", "p"),
    ] {
        assert_eq!(refused(inside), element(name), "{inside}");
    }
    for (inside, name) in [
        ("<g onload=\"x()\"/>", "onload"),
        ("<path ONCLICK=\"x()\"/>", "ONCLICK"),
        ("<g xmlns:e=\"urn:e\" e:onload=\"x()\"/>", "onload"),
    ] {
        let event = Forbidden::EventAttribute(name.to_owned());
        assert_eq!(refused(inside), event, "{inside}");
    }
}

#[test]
fn references_stay_inside_the_drawing() {
    for outside in [
        "https://evil.example/x",
        "//evil.example",
        "data:image/png;base64,AAAA",
        "javascript:alert(1)",
        "other.svg#id",
        "&#x6a;avascript:alert(1)",
        // A browser reads this as #a and would find an element, while the check would count none.
        "#%61",
        "",
    ] {
        for inside in [
            format!("<use href=\"{outside}\"/>"),
            format!("<use xlink:href=\"{outside}\"/>"),
            format!("<a xlink:HREF=\" {outside}\"><path/></a>"),
            format!("<g xml:base=\"{outside}\"/>"),
        ] {
            let found = refused(&inside);
            assert!(
                matches!(found, Forbidden::Reference(_)),
                "{inside}: {found:?}"
            );
        }
    }
    for style in [
        "fill: url(https://evil.example/x)",
        "fill: URL( 'data:x')",
        "fill: url(#a); stroke: url(\"b.svg#c\")",
        "fill: url(#%61)",
    ] {
        for inside in [
            format!("<g style='{}'/>", style.replace('\'', "&apos;")),
            format!("<style>.a {{ {style} }}</style>"),
            format!("<style><![CDATA[.a {{ {style} }}]]></style>"),
        ] {
            let found = refused(&inside);
            assert!(
                matches!(found, Forbidden::Reference(_)),
                "{inside}: {found:?}"
            );
        }
    }
    let fill = refused("<path fill=\"url(x.svg#a)\"/>");
    assert_eq!(fill, Forbidden::Reference("url(x.svg#a)".to_owned()));
}

#[test]
fn styles_neither_load_nor_hide_what_they_load() {
    for style in [
        "@import 'https://evil.example/x.css';",
        "@IMPORT url(#x);",
        "@font-face { font-family: x }",
        ".a { fill: \\75 rl(https://evil.example) }",
        ".a { background: image-set('https://evil.example/x.png' 1x) }",
    ] {
        let found = refused(&format!("<style>{style}</style>"));
        assert!(matches!(found, Forbidden::Style(_)), "{style}: {found:?}");
    }
    // A browser leaves out comments and elements inside.
    for style in [
        "@im<!--x-->port \"https://evil.example/x.css\";",
        "@im<g>x</g>port \"https://evil.example/x.css\";",
        ".a { fill: u<!---->rl(https://evil.example/x.png) }",
    ] {
        refused(&format!("<style>{style}</style>"));
    }
    let found = refused("<path style=\"fill:\\75 rl(x)\"/>");
    assert!(matches!(found, Forbidden::Style(_)), "{found:?}");
    // The reason quotes what is wrong, once, and not what comes after it.
    for (style, quoted) in [
        ("<style>@import \"x.css\";</style>", "@import \"x.css\""),
        (
            "<style><![CDATA[.b{}@import 'y.css'; .a { fill: red }]]></style>",
            "@import 'y.css'",
        ),
        ("<g style='fill:\\75 rl(x); stroke:red'/>", "\\75 rl(x)"),
    ] {
        assert_eq!(refused(style), Forbidden::Style(quoted.to_owned()));
    }
}

#[test]
fn entities_instructions_and_other_documents_are_refused() {
    let lol = "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&b;</svg>";
    assert_eq!(check(lol), Err(Forbidden::DocumentType));
    let public = "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\"><svg/>";
    assert_eq!(check(public), Err(Forbidden::DocumentType));
    let styled = format!(
        "<?xml-stylesheet href=\"https://evil.example/x.css\"?>{}",
        drawing("")
    );
    assert_eq!(
        check(&styled),
        Err(Forbidden::Instruction("xml-stylesheet".to_owned()))
    );
    for other in [
        "<html/>",
        "<svg/>",
        "<svg xmlns=\"http://www.w3.org/1999/xhtml\"/>",
    ] {
        assert_eq!(check(other), Err(Forbidden::NotSvg), "{other}");
    }
    for broken in [
        "",
        "<svg",
        "<svg></g>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>",
    ] {
        let found = check(broken);
        assert!(
            matches!(found, Err(Forbidden::Unreadable(_))),
            "{broken}: {found:?}"
        );
    }
}

#[test]
fn drawings_that_explode_are_refused() {
    let many = "<path/>".repeat(MAX_ELEMENTS);
    assert_eq!(refused(&many), Forbidden::TooIntricate);
    let texts = "x<!-- -->".repeat(20_000);
    assert_eq!(refused(&texts), Forbidden::TooIntricate);
    for depth in [70, 4_000, 9_000, 20_000] {
        let deep = format!("{}{}", "<g>".repeat(depth), "</g>".repeat(depth));
        assert_eq!(refused(&deep), Forbidden::TooIntricate, "{depth}");
    }
    // Ten groups that each use the one before ten times.
    let mut laughs = "<g id=\"l0\"><path/></g>".to_owned();
    for level in 1..=10 {
        let uses = format!("<use href=\"#l{}\"/>", level - 1).repeat(10);
        laughs.push_str(&format!("<g id=\"l{level}\">{uses}</g>"));
    }
    assert_eq!(refused(&laughs), Forbidden::TooIntricate);
    for circle in [
        "<g id=\"a\"><use href=\"#a\"/></g>",
        "<use id=\"a\" xlink:href=\"#b\"/><use id=\"b\" href=\"#a\"/>",
        "<pattern id=\"a\"><path fill=\"url(#a)\"/></pattern>",
    ] {
        assert_eq!(refused(circle), Forbidden::Circle, "{circle}");
    }
}

/// A pattern is drawn once for each element that is painted with it, also if a group or a style sheet says so.
#[test]
fn drawings_that_explode_by_their_paint_are_refused() {
    let paths = |attributes: &str| format!("<path {attributes} d=\"M0 0h1v1z\"/>").repeat(200);
    let pattern = |id: &str, inside: &str| format!("<pattern id=\"{id}\">{inside}</pattern>");
    let once = pattern("a", "<path/><path/>");
    for (inside, refused) in [
        (
            format!("{once}<g fill=\"url(#a)\">{}</g>", paths("")),
            false,
        ),
        (
            format!(
                "{}<g fill=\"URL( '#a' )\">{}</g>",
                pattern("a", &paths("")),
                paths("")
            ),
            true,
        ),
        (
            format!(
                "<style>path {{ fill: url(#a) }}</style>{}{}",
                pattern("a", &paths("")),
                paths("")
            ),
            true,
        ),
        (
            format!(
                "<style>path {{ fill: url(#a) }} .b {{ stroke: Url(\"#b\") }}</style>{}{}{}",
                pattern("a", &"<path/>".repeat(20)),
                pattern("b", &"<path class=\"b\"/>".repeat(20)),
                paths("")
            ),
            true,
        ),
        (
            format!(
                "<marker id=\"a\">{}</marker><path marker-mid=\"url(#a)\" d=\"{}\"/>",
                "<path/>".repeat(20),
                "1,2 ".repeat(1000)
            ),
            true,
        ),
        (
            format!(
                "<marker id=\"a\"><path d=\"M0 0h3\"/></marker><path marker-end=\"url(#a)\" d=\"{}\"/>",
                "1,2 ".repeat(500)
            ),
            false,
        ),
        // Gradients and clips are cheap, however many there are.
        (
            format!(
                "<style>.a {{ fill: url(#a) }}</style><linearGradient id=\"a\">{}</linearGradient><clipPath id=\"c\"><path/></clipPath><g clip-path=\"url(#c)\">{}</g>",
                "<stop/>".repeat(20),
                paths("fill=\"url(#a)\" stroke=\"url(#a)\"")
            ),
            false,
        ),
    ] {
        let found = check(&drawing(&inside));
        let expected = match refused {
            true => Err(Forbidden::TooIntricate),
            false => Ok((40.0, 10.0)),
        };
        assert_eq!(found, expected, "{}", &inside[..inside.len().min(200)]);
    }
}

#[test]
fn the_size_is_the_view_box_or_the_pixels() {
    let svg = |attributes: &str| {
        check(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}/>"
        ))
    };
    assert_eq!(
        svg("viewBox=\"-5 0,40.5 10\" width=\"1\" height=\"1\""),
        Ok((40.5, 10.0))
    );
    assert_eq!(svg("width=\"40px\" height=\" 10 \""), Ok((40.0, 10.0)));
    for none in [
        "",
        "width=\"100%\" height=\"10\"",
        "width=\"10\"",
        "viewBox=\"0 0 0 10\"",
        "viewBox=\"0 0 nan 10\"",
        "viewBox=\"0 0 inf 10\"",
        "viewBox=\"0 0 10\"",
        "width=\"-1\" height=\"1\"",
    ] {
        assert_eq!(svg(none), Err(Forbidden::NoSize), "{none}");
    }
}

/// As Inkscape and Illustrator write it.
#[test]
fn drawings_of_usual_programs_pass() {
    let inkscape = r##"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape -->
<svg width="64" height="16" viewBox="0 0 64 16" id="svg1" sodipodi:docname="C:\logo.svg"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
  xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <sodipodi:namedview id="base" pagecolor="#ffffff" inkscape:zoom="8"/>
  <metadata><rdf:RDF><rdf:Description rdf:about="" rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></rdf:RDF></metadata>
  <defs><linearGradient id="a"><stop style="stop-color:#115e69;stop-opacity:1" offset="0"/></linearGradient>
    <linearGradient id="b" xlink:href="#a" gradientUnits="userSpaceOnUse"/><clipPath id="c"><path d="M0 0h8v8z"/></clipPath></defs>
  <g inkscape:label="Layer 1" clip-path="url(#c)"><path style="fill:url(#b);stroke:none" d="M 0,0 8,8"/><use href="#p" x="3"/><path id="p" fill="#a"/></g>
</svg>"##;
    assert_eq!(check(inkscape), Ok((64.0, 16.0)));
    let styled = drawing(
        "<style type=\"text/css\">.st0{fill:#FFF;} .st1{fill:url('#a')}</style><title>x</title><text class=\"st0\">R\\k</text>",
    );
    assert_eq!(check(&styled), Ok((40.0, 10.0)));
    assert_eq!(
        check(include_str!("../../../static/favicon.svg")).map(|(width, height)| width == height),
        Ok(true)
    );
}
