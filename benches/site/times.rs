//! CPU time per page, of the whole process: the database's threads count, and the load of the machine does not.

use std::io::Write;

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use rustix::time::{ClockId, clock_gettime};
use tokio::runtime::Builder;

use crate::Failure;
use crate::pages::{self, Asked, Page};
use crate::site::{self, Site, answer};

/// Times that all pages are measured, one after the other. The best time of each page counts: a virtual machine whose neighbours
/// are busy takes half as long again for seconds on end.
const ROUNDS: usize = 5;
/// Requests a page and round.
const COUNT: usize = 60;
/// The first of these requests, which are not measured.
const WARM_UP: usize = 10;

/// Prints the table.
pub fn print() -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut out = std::io::stdout().lock();
        let site = Site::open().await?;
        let bare = bare();
        let mut pages = vec![(&bare, bare_page()?)];
        let own = pages::all(&site, ROUNDS * COUNT).await?;
        pages.extend(own.into_iter().map(|page| (&site.router, page)));
        let mut best = vec![(f64::INFINITY, 0); pages.len()];
        for _ in 0..ROUNDS {
            for ((router, page), best) in pages.iter_mut().zip(&mut best) {
                let asked = page.asked.drain(..COUNT).collect();
                let (ms, bytes) = measure(router, asked).await?;
                *best = (best.0.min(ms), bytes);
            }
        }
        let bare_ms = best[0].0;
        writeln!(
            out,
            "{:44} {:>8} {:>7} {:>8}  {:>7}",
            "", "CPU ms", "target", "x bare", "bytes"
        )?;
        for ((_, page), (ms, bytes)) in pages.iter().zip(best) {
            let Page {
                name, target_ms, ..
            } = page;
            let target = target_ms.map_or_else(String::new, |t| format!("{t:.1}"));
            let verdict = if target_ms.is_some_and(|t| ms > t) {
                "  ABOVE"
            } else {
                ""
            };
            let ratio = ms / bare_ms;
            writeln!(
                out,
                "{name:44} {ms:8.3} {target:>7} {ratio:8.0}  {bytes:7}{verdict}"
            )?;
        }
        site.store.close().await;
        Ok(())
    })
}

/// CPU milliseconds per request (the median, because a request during which the machine did something else costs more) and bytes (the
/// mean).
pub async fn measure(router: &Router, asked: Vec<Asked>) -> Result<(f64, usize), Failure> {
    let (mut cpu_s, mut bytes) = (Vec::new(), 0);
    for (i, (before, request)) in asked.into_iter().enumerate() {
        if let Some(before) = before {
            answer(router, before).await?;
        }
        let start_s = cpu_seconds();
        let length = answer(router, request).await?;
        if i >= WARM_UP {
            cpu_s.push(cpu_seconds() - start_s);
            bytes += length;
        }
    }
    cpu_s.sort_by(f64::total_cmp);
    let median_s = cpu_s.get(cpu_s.len() / 2).ok_or("nothing was measured")?;
    Ok((1000.0 * median_s, bytes / cpu_s.len()))
}

fn bare() -> Router {
    Router::new().route(
        "/",
        get(|| async { Html("<!doctype html><title>bare</title>") }),
    )
}

fn bare_page() -> Result<Page, Failure> {
    let asked = (0..ROUNDS * COUNT).map(|_| Ok((None, site::get("/", None)?)));
    Ok(Page {
        name: "a bare axum answer".to_owned(),
        target_ms: None,
        asked: asked.collect::<Result<_, Failure>>()?,
    })
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
