//! Best levels beaten on pages: the result of a match, the cards of the games and the account, for the user alone.

use rookery::ids::{GuestId, UserId};
use rookery::matches::{Holder, Status};
use rookery::store::Store;
use serde_json::json;

use crate::store::records::{NOW, game, seat};
use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::site::{FAST, Site};

on_both_databases!(
    cards_and_account_show_what_was_beaten,
    the_result_of_a_match_says_what_was_beaten_first,
);

/// The most matches that are played until the weakest level has lost one to the best moves.
const MATCHES: usize = 40;

/// A match of a user that is won against the engine.
async fn win(store: &Store, user: UserId, name: &str, level: u8) {
    let mut won = game(GuestId::random());
    won.game = name.to_owned();
    won.seats = [seat(Holder::User(user)), seat(Holder::Engine(level))];
    (won.status, won.winner, won.updated_ms) = (Status::Won, Some(0), NOW);
    store.create_game(&won).await.unwrap();
}

async fn cards_and_account_show_what_was_beaten(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut anna = site.user("Anna").await;
    assert!(!anna.get("/account").await.says("Best level"));
    let id = site.user_named("Anna").await.id;
    win(site.store(), id, "chess", 4).await;
    win(site.store(), id, "othello", 8).await;
    win(site.store(), id, "othello", 2).await;
    // A game that an earlier release had.
    win(site.store(), id, "halma", 5).await;
    for page in ["/", "/play"] {
        let text = anna.get(page).await.text();
        assert_eq!(text.matches("Best level beaten").count(), 2, "{page}");
        for (game, best) in [("chess", "4 (Club)"), ("othello", "8 (Champion)")] {
            let card = &text[text.find(&format!("href=\"/play/{game}\"")).unwrap()..];
            let card = &card[..card.find("</li>").unwrap()];
            let words = format!("Best level beaten: {best}");
            assert!(card.contains(&words), "{page}: {card}");
        }
        assert!(!site.visitor().get(page).await.says("Best level"));
    }
    let account = anna.get("/account").await.text();
    for (game, best) in [("Chess", "4 (Club)"), ("Othello", "8 (Champion)")] {
        let row = &account[..account.find(&format!(">{game}</a><p>")).unwrap()];
        let face = &row[row.rfind("<svg class=\"face\"").unwrap()..];
        assert!(
            face.contains(&format!("href=\"#face-{}\"", &best[..1])),
            "{face}"
        );
        let row = &account[row.len()..];
        let row = &row[..row.find("</li>").unwrap()];
        let beaten = format!("Best level beaten: {best}");
        assert!(row.contains(&beaten), "{row}");
        assert!(row.contains("2027-01-15"), "{row}");
    }
    assert_eq!(account.matches("2 won, 0 drawn, 0 lost").count(), 1);
    assert_eq!(account.matches("1 won, 0 drawn, 0 lost").count(), 1);
    let mut bert = site.user("Bert").await;
    assert!(!bert.get("/play").await.says("Best level"));
    assert!(!bert.get("/account").await.says("Best level"));
    site.app.shutdown().await;
}

/// Plays noughts and crosses against the weakest level by hints of the best one, until a match is won. Returns its address.
async fn beat_the_weakest(browser: &mut Browser) -> String {
    let fields = [("game", "tic-tac-toe"), ("level", "1"), ("side", "0")];
    for _ in 0..MATCHES {
        let game = browser.start(&fields).await;
        loop {
            let view = browser.my_turn(&game).await;
            if view["status"] != "playing" {
                if view["result"]["winner"] == 0 {
                    return game;
                }
                break;
            }
            let hint = browser.post_json(&format!("{game}/hint"), &json!({})).await;
            let path = &hint.json()["hint"]["path"];
            let body = json!({"ply": view["ply"], "hash": view["hash"], "path": path});
            let moved = browser.post_json(&format!("{game}/moves"), &body).await;
            assert_eq!(moved.status, 200, "{}", moved.text());
        }
    }
    panic!("the weakest level has lost none of {MATCHES} matches");
}

async fn the_result_of_a_match_says_what_was_beaten_first(store: Store) {
    let site = Site::on(store, &[FAST, ("limits.games_per_minute", "1000")]).await;
    let mut anna = site.user("Anna").await;
    let first = beat_the_weakest(&mut anna).await;
    let view = anna.get_json(&first).await;
    assert_eq!(view["best_level"], 1);
    let say = view["say"].as_str().unwrap();
    assert!(say.starts_with("You won: three in a row, "), "{say}");
    assert!(
        say.ends_with(" moves, against Beginner. Best level beaten: 1."),
        "{say}"
    );
    let page = anna.get(&first).await;
    assert!(page.says("Best level beaten: 1."), "{}", page.text());
    assert!(page.says("Next level: Novice"), "{}", page.text());
    // An earlier position of the same match is no result.
    let page = anna.get(&format!("{first}?ply=1")).await;
    assert!(!page.says("Best level beaten"), "{}", page.text());
    // A spectator sees the winner, and nothing of the other's levels.
    let seen = site.visitor().get_json(&first).await;
    assert!(seen.get("best_level").is_none(), "{seen}");
    assert!(
        seen["say"]
            .as_str()
            .unwrap()
            .starts_with("Crosses won: three in a row, ")
    );

    // The same level again, in another match, is nothing new.
    let second = beat_the_weakest(&mut anna).await;
    let view = anna.get_json(&second).await;
    assert!(view.get("best_level").is_none(), "{view}");
    assert!(view["say"].as_str().unwrap().ends_with("against Beginner."));

    // What is won stays won.
    assert_eq!(anna.get_json(&first).await["aids"]["takeback"], false);
    assert_eq!(
        anna.post(&format!("{first}/takeback"), &[]).await.status,
        422
    );
    assert_ne!(anna.get_json(&first).await["status"], "playing");
    assert!(
        anna.get("/play")
            .await
            .says("Best level beaten: 1 (Beginner)")
    );

    // A guest's win counts from the moment at which there is an account.
    let mut guest = site.guest().await;
    let won = beat_the_weakest(&mut guest).await;
    assert!(guest.get_json(&won).await.get("best_level").is_none());
    assert_eq!(guest.sign_up("Bert").await.status, 303);
    assert!(guest.get("/account").await.says("1 (Beginner)"));
    assert_eq!(guest.get_json(&won).await["best_level"], 1);
    site.app.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_from_a_position_of_ones_own_counts_for_nothing() {
    let site = Site::with(&[FAST]).await;
    let mut anna = site.user("Anna").await;
    let fields = [
        ("game", "tic-tac-toe"),
        ("level", "1"),
        ("side", "0"),
        ("start", "XX./OO./... x"),
        ("tap", "c3"),
    ];
    let game = anna.start(&fields).await;
    let won = anna.get_json(&game).await;
    assert_eq!(won["result"]["winner"], 0);
    assert_eq!(won["result"]["brief"], "three in a row");
    assert!(won.get("best_level").is_none(), "{won}");
    // Nor is it among the results.
    let account = anna.get("/account").await;
    assert!(!account.says("1 won"), "{}", account.text());
    // A rematch from the same position does not count either, and gives the same side.
    assert!(anna.get(&game).await.says("Play again as Crosses"));
    let again = anna.post(&format!("{game}/rematch"), &[]).await;
    assert_eq!(anna.get_json(&again.location()).await["me"], 0);
    let id = again
        .location()
        .trim_start_matches("/games/")
        .parse()
        .unwrap();
    assert!(site.store().game(id).await.unwrap().unwrap().is_custom);
    assert!(!anna.get("/account").await.says("Best level"));
    // A position that chance has drawn is nobody's choice.
    let drawn = [
        ("game", "chess"),
        ("variant", "chess960"),
        ("level", "1"),
        ("side", "0"),
    ];
    let drawn = anna.start(&drawn).await;
    let id = drawn.trim_start_matches("/games/").parse().unwrap();
    let record = site.store().game(id).await.unwrap().unwrap();
    assert!(!record.is_custom && !record.start.is_empty());
    site.app.shutdown().await;
}
