//! Counters of arrivals on two nodes, each with connections of its own: exact however many come at once, for the site, for an address
//! range, for passes, and without scripts.

use rookery::store::Store;

use crate::captcha::{Form, SECOND_MS, VERIFY, captcha_form, work_of};
use crate::support::browser::Browser;
use crate::support::databases::on_two_nodes;
use crate::support::site::{ANSWER, FAST, PASSWORD, Site};

on_two_nodes!(
    of_40_sign_ups_at_once_the_site_lets_in_its_ceiling,
    of_24_sign_ups_at_once_a_range_gets_its_ceiling,
    of_24_passes_at_once_as_many_as_the_price_says,
    of_12_at_once_without_scripts_a_range_and_the_site_get_their_ceilings,
    of_40_guesses_at_once_ten_are_looked_at,
);

/// Two nodes of one site.
struct Nodes([Site; 2]);

impl Nodes {
    async fn on(stores: [Store; 2], settings: &[(&str, &str)]) -> Self {
        let [one, two] = stores;
        Nodes([Site::on(one, settings).await, Site::on(two, settings).await])
    }

    /// A visitor of one of them.
    fn visitor(&self, n: usize) -> Browser {
        self.0[n % 2].visitor()
    }

    /// Moves both clocks on.
    fn wait(&self, ms: i64) {
        self.0.iter().for_each(|site| site.clock.advance(ms));
    }

    async fn shutdown(&self) {
        for site in &self.0 {
            site.app.shutdown().await;
        }
    }
}

/// Sends all forms at once; their statuses, in their order.
async fn send_at_once(path: &'static str, forms: Vec<(Browser, Form)>) -> Vec<u16> {
    let racing: Vec<_> = forms
        .into_iter()
        .map(|(mut browser, form)| {
            tokio::spawn(async move {
                let fields: Vec<(&str, &str)> =
                    form.iter().map(|(name, value)| (*name, &**value)).collect();
                browser.post(path, &fields).await.status
            })
        })
        .collect();
    let mut statuses = Vec::new();
    for one in racing {
        statuses.push(one.await.unwrap());
    }
    statuses
}

fn count(statuses: &[u16], status: u16) -> usize {
    statuses.iter().filter(|seen| **seen == status).count()
}

/// Exactly `ceiling` were let in; fewer only as far as the database kept somebody waiting for too long (503) on a busy machine.
fn assert_let_in(statuses: &[u16], ceiling: usize) {
    let (let_in, unavailable) = (count(statuses, 303), count(statuses, 503));
    assert!(
        let_in <= ceiling && let_in + unavailable >= ceiling,
        "{let_in} let in, {ceiling} may be: {statuses:?}"
    );
}

/// The sign-up form of a visitor who read the word, with a proof of `tries`, or of what the page asks for.
async fn sign_up_form(browser: &mut Browser, name: &str, tries: Option<u64>) -> Form {
    let work = work_of(&browser.get("/signup").await);
    let proof = work.proof(tries.unwrap_or(work.tries));
    let mut form = captcha_form(&work.seed, "proof", &proof);
    form.extend([
        ("answer", ANSWER.to_owned()),
        ("name", name.to_owned()),
        ("password", PASSWORD.to_owned()),
    ]);
    form
}

/// Usual 3: up to 6 get in.
async fn of_40_sign_ups_at_once_the_site_lets_in_its_ceiling(one: Store, two: Store) {
    let settings = [
        FAST,
        ("captcha.defence.work_tries", "16"),
        ("captcha.defence.site_usual", "3"),
    ];
    let nodes = Nodes::on([one, two], &settings).await;
    let mut forms = Vec::new();
    for n in 0..40 {
        let mut browser = nodes.visitor(n);
        // Half of them have worked for the price that stood on the page.
        let tries = (n >= 20).then_some(64);
        let form = sign_up_form(&mut browser, &format!("Racer{n}"), tries).await;
        forms.push((browser, form));
    }
    let statuses = send_at_once("/signup", forms).await;
    assert_let_in(&statuses, 6);
    let [let_in, held, more_work, unavailable] =
        [303, 200, 422, 503].map(|status| count(&statuses, status));
    assert!(held + unavailable >= 14, "{statuses:?}");
    assert!(more_work + let_in + unavailable >= 17, "{statuses:?}");
    assert_eq!(let_in + held + more_work + unavailable, 40, "{statuses:?}");
    nodes.shutdown().await;
}

/// Usual 2 for a range: up to 4 get in, the others wait for the owner. Another range has room.
async fn of_24_sign_ups_at_once_a_range_gets_its_ceiling(one: Store, two: Store) {
    let settings = [
        FAST,
        ("captcha.defence.work_tries", "16"),
        ("captcha.defence.range_usual", "2"),
        // The usual number of a range is at least half of the site's.
        ("captcha.defence.site_usual", "4"),
    ];
    let nodes = Nodes::on([one, two], &settings).await;
    let mut forms = Vec::new();
    for n in 0..24 {
        let mut browser = nodes.visitor(n).at(&format!("203.0.113.{n}"));
        let form = sign_up_form(&mut browser, &format!("Near{n}"), Some(64)).await;
        forms.push((browser, form));
    }
    let statuses = send_at_once("/signup", forms).await;
    assert_let_in(&statuses, 4);
    let (held, unavailable) = (count(&statuses, 200), count(&statuses, 503));
    assert!(held <= 20 && held + unavailable >= 20, "{statuses:?}");
    let mut far = nodes.visitor(0).at("203.0.114.1");
    let form = sign_up_form(&mut far, "Far", Some(64)).await;
    assert_eq!(send_at_once("/signup", vec![(far, form)]).await, [303]);
    nodes.shutdown().await;
}

/// Usual 2: two pass by the usual work, two more by four times as much, and from then on it takes sixteen times.
async fn of_24_passes_at_once_as_many_as_the_price_says(one: Store, two: Store) {
    let settings = [
        FAST,
        ("captcha.defence.work_tries", "64"),
        ("captcha.defence.site_usual", "2"),
    ];
    let nodes = Nodes::on([one, two], &settings).await;
    let mut forms = Vec::new();
    for n in 0..24 {
        let mut browser = nodes.visitor(n);
        let work = work_of(&browser.get(VERIFY).await);
        assert_eq!(work.tries, 16);
        let proof = work.proof(if n < 12 { 16 } else { 64 });
        let mut form = captcha_form(&work.seed, "proof", &proof);
        form.push(("answer", ANSWER.to_owned()));
        forms.push((browser, form));
    }
    let statuses = send_at_once(VERIFY, forms).await;
    assert_let_in(&statuses, 4);
    assert!(count(&statuses[..12], 303) <= 2, "{statuses:?}");
    let refused = count(&statuses, 422) + count(&statuses, 503);
    assert_eq!(refused + count(&statuses, 303), 24, "{statuses:?}");
    nodes.shutdown().await;
}

/// Two of a range and three of all. Of further accounts as many wait for the owner (200); all others are told to come back (429).
async fn of_12_at_once_without_scripts_a_range_and_the_site_get_their_ceilings(
    one: Store,
    two: Store,
) {
    let settings = [
        FAST,
        ("captcha.defence.range_without_scripts", "2"),
        ("captcha.defence.site_without_scripts", "3"),
    ];
    let nodes = Nodes::on([one, two], &settings).await;
    // From one range, then from twelve others, where one of the three is left.
    for (place, ceiling) in [("near", 2), ("far", 1)] {
        for (path, may_wait) in [("/signup", ceiling), (VERIFY, 0)] {
            let mut forms = Vec::new();
            for n in 0..12 {
                let address = match place {
                    "near" => format!("203.0.113.{n}"),
                    _ => format!("198.18.{n}.1"),
                };
                let mut browser = nodes.visitor(n).at(&address).without_scripts();
                let challenge = browser.challenge(path).await;
                let mut form = captcha_form(&challenge, "answer", ANSWER);
                form.push(("password", PASSWORD.to_owned()));
                form.push(("name", format!("{place}{n}")));
                forms.push((browser, form));
            }
            nodes.wait(15 * SECOND_MS);
            let statuses = send_at_once(path, forms).await;
            assert_let_in(&statuses, ceiling);
            let [held, sent_away, unavailable] =
                [200, 429, 503].map(|status| count(&statuses, status));
            assert!(
                held <= may_wait && held + unavailable >= may_wait,
                "{path} {place}: {statuses:?}"
            );
            assert_eq!(
                held + sent_away + unavailable + count(&statuses, 303),
                12,
                "{path} {place}: {statuses:?}"
            );
        }
    }
    nodes.shutdown().await;
}

/// One address, whose guesses the two nodes look at side by side.
async fn of_40_guesses_at_once_ten_are_looked_at(one: Store, two: Store) {
    let settings = [
        FAST,
        ("captcha.defence.adaptive", "false"),
        ("limits.sessions_per_minute", "0"),
        ("limits.captcha_challenges_per_minute_and_address", "0"),
    ];
    let nodes = Nodes::on([one, two], &settings).await;
    let mut forms = Vec::new();
    for n in 0..40 {
        let mut browser = nodes.visitor(n).at("203.0.113.7");
        let challenge = browser.challenge(VERIFY).await;
        let form = captcha_form(&challenge, "answer", "guess");
        forms.push((browser, form));
    }
    let statuses = send_at_once(VERIFY, forms).await;
    let (looked_at, unavailable) = (count(&statuses, 422), count(&statuses, 503));
    assert!(
        looked_at <= 10 && looked_at + unavailable >= 10,
        "{looked_at} were looked at: {statuses:?}"
    );
    nodes.shutdown().await;
}
