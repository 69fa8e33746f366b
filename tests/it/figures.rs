//! Captcha statistics: the owner's figures, and the counters for monitoring.

use axum::http::Method;

use crate::signup::first_admin;
use crate::support::site::{ANSWER, PASSWORD, Site};

/// Solves a captcha after `ms` milliseconds, or answers it wrong.
async fn answer_after(site: &Site, ms: i64, is_right: bool) {
    let mut visitor = site.visitor();
    let challenge = visitor.challenge("/verify").await;
    site.clock.advance(ms);
    let typed = if is_right { ANSWER } else { "wrong" };
    let fields = [("challenge", &*challenge), ("answer", typed)];
    let status = if is_right { 303 } else { 422 };
    assert_eq!(visitor.post("/verify", &fields).await.status, status);
}

/// The row of a page's table that begins with this day.
fn table_row(text: &str, day: &str) -> Vec<String> {
    let at = text
        .find(&format!("{day}</th>"))
        .unwrap_or_else(|| panic!("{day}: {text}"));
    let row = &text[at..at + text[at..].find("</tr>").unwrap()];
    row.split("<td>")
        .skip(1)
        .map(|cell| cell.split('<').next().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn figures_count_what_visitors_did() {
    let site = Site::with(&[("limits.captcha_checks_per_minute", "1000")]).await;
    let mut admin = first_admin(&site).await;
    assert!(admin.get("/admin/captcha").await.says("Not enough yet"));
    // 2026-01-01, twelve o'clock: 40 tries, of which every fourth is wrong and brings another picture.
    let mut times_ms = Vec::new();
    for n in 0..40 {
        let ms = 1_000 * n + 500;
        answer_after(&site, ms, n % 4 != 3).await;
        if n % 4 != 3 {
            times_ms.push(ms);
        }
    }
    let exact_s = times_ms[(times_ms.len() - 1) / 2] as f64 / 1000.0;
    let page = admin.get("/admin/captcha/metrics").await;
    let row = table_row(&page.text(), "2026-01-01");
    assert_eq!(
        row[..5],
        ["strong", "50", "30", "10", "75.0 %"].map(str::to_owned)
    );
    let median_s: f64 = row[8].parse().unwrap();
    assert!(
        (median_s - exact_s).abs() <= exact_s * 0.1,
        "{median_s} for {exact_s}"
    );
    let text = page.text();
    assert_eq!(text.matches("class=\"series-0\" x=").count(), 1, "one bar");
    assert_eq!(text.matches("<circle").count(), 1, "one point");
    let settings = admin.get("/admin/captcha").await;
    assert!(settings.says("75 % of 40 visitors"), "{}", settings.text());

    // A challenge that nobody answered expires by itself, and belongs to the day when it did.
    site.visitor().challenge("/verify").await;
    let mut visitor = site.visitor();
    let challenge = visitor.challenge("/verify").await;
    visitor
        .post("/verify", &[("challenge", &challenge), ("reload", "1")])
        .await;
    site.clock.advance(24 * 60 * 60 * 1000);
    site.app.matches.maintenance().sweep().await.unwrap();
    let log_in = admin.log_in("Owner", PASSWORD).await;
    assert_eq!(log_in.status, 303);
    let page = admin
        .get("/admin/captcha/metrics?preset=strong&days=7")
        .await;
    let row = table_row(&page.text(), "2026-01-02");
    // The ten that came after wrong answers, the one, and the one that took the changed one's place.
    assert_eq!(row[5], "12");
    assert_eq!(table_row(&page.text(), "2026-01-01")[6], "1");
    let classic = admin
        .get("/admin/captcha/metrics?preset=classic&days=90")
        .await;
    assert!(!classic.text().contains("2026-01-01</th>"));
    for odd in ["preset=x&days=y", "days=-1", "days=100000"] {
        let answer = admin.get(&format!("/admin/captcha/metrics?{odd}")).await;
        assert_eq!(answer.status, 200, "{odd}");
    }

    // Other settings have no visitors yet.
    let version = admin.get("/admin/captcha").await.field("version").unwrap();
    let fields = [
        ("act", "save"),
        ("version", &*version),
        ("preset", "strong"),
    ];
    assert_eq!(admin.post("/admin/captcha", &fields).await.status, 303);
    assert!(admin.get("/admin/captcha").await.says("Not enough yet"));
}

#[tokio::test]
async fn counters_are_for_who_has_the_token() {
    let off = Site::new().await;
    assert_eq!(off.visitor().get("/metrics").await.status, 404);

    let site = Site::with(&[("metrics.token", "a-long-token")]).await;
    answer_after(&site, 1_000, true).await;
    answer_after(&site, 1_000, false).await;
    let mut prometheus = site.visitor();
    for wrong in [
        "",
        "Bearer ",
        "Bearer a-long-toke",
        "Basic a-long-token",
        "a-long-token",
    ] {
        let headers = [("authorization", wrong)];
        let answer = prometheus
            .send(Method::GET, "/metrics", &headers, Vec::new())
            .await;
        assert_eq!(answer.status, 401, "{wrong:?}");
        assert!(!answer.text().contains("rookery_captcha"), "{wrong:?}");
    }
    // The name of a scheme is the same in any case (RFC 9110, 11.1).
    let headers = [("authorization", "bearer a-long-token")];
    let answer = prometheus
        .send(Method::GET, "/metrics", &headers, Vec::new())
        .await;
    let kind = answer.header("content-type");
    assert_eq!(
        (answer.status, kind),
        (200, "text/plain; version=0.0.4; charset=utf-8")
    );
    let text = answer.text();
    for line in [
        "# TYPE rookery_captcha_events_total counter",
        "rookery_captcha_events_total{preset=\"strong\",event=\"right\"} 1",
        "rookery_captcha_events_total{preset=\"strong\",event=\"wrong\"} 1",
        "rookery_captcha_events_total{preset=\"strong\",event=\"expired\"} 0",
        "rookery_http_requests_total{method=\"GET\",route=\"/metrics\",status=\"401\"} 5",
        "rookery_pool_jobs{pool=\"search\",state=\"running\"} 0",
        "rookery_pool_jobs{pool=\"search\",state=\"waiting\"} 0",
    ] {
        assert!(text.lines().any(|known| known == line), "{line}: {text}");
    }
    // One line a counter, and nothing that names a visitor or a file.
    let begins = ["#", "rookery_", "process_"];
    let is_line = |line: &str| line.is_empty() || begins.iter().any(|b| line.starts_with(b));
    assert!(text.lines().all(is_line), "{text}");
}
