//! Best levels beaten on pages: the cards of the games and the account, for the user alone.

use rookery::ids::{GuestId, UserId};
use rookery::matches::{Holder, Status};
use rookery::store::Store;

use crate::store::records::{NOW, game, seat};
use crate::support::databases::on_both_databases;
use crate::support::site::Site;

on_both_databases!(cards_and_account_show_what_was_beaten);

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
        for (game, best) in [("chess", "4 (Club)"), ("othello", "8 (Best)")] {
            let card = &text[text.find(&format!("href=\"/play/{game}\"")).unwrap()..];
            let card = &card[..card.find("</li>").unwrap()];
            let words = format!("Best level beaten: {best}");
            assert!(card.contains(&words), "{page}: {card}");
        }
        assert!(!site.visitor().get(page).await.says("Best level"));
    }
    let account = anna.get("/account").await.text();
    for (game, best) in [("Chess", "4 (Club)"), ("Othello", "8 (Best)")] {
        let row = &account[account.find(&format!(">{game}</a></th>")).unwrap()..];
        let row = &row[..row.find("</tr>").unwrap()];
        assert!(row.contains(&format!("<td>{best}</td>")), "{row}");
        assert!(row.contains("2027-01-15"), "{row}");
    }
    let mut bert = site.user("Bert").await;
    assert!(!bert.get("/play").await.says("Best level"));
    assert!(!bert.get("/account").await.says("Best level"));
    site.app.shutdown().await;
}
