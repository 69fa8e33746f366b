//! Tests of delivery within one process. Delivery between nodes is tested with PostgreSQL.

use super::*;
use crate::ids::GameId;
use crate::matches::MatchEvent;

#[tokio::test]
async fn a_listener_hears_of_its_match_only() {
    let bus = Bus::local();
    let (mine, other) = (GameId::random(), GameId::random());
    let mut events = bus.subscribe(mine);
    bus.publish(BusEvent::of_match(other, 5)).await;
    bus.publish(BusEvent::of_match(mine, 2)).await;
    let expected = BusEvent::Match(MatchEvent {
        game: mine,
        version: 2,
    });
    assert_eq!(events.next().await, Some(expected));
}

#[tokio::test]
async fn a_slow_listener_gets_the_newest_version_and_no_older_one() {
    let bus = Bus::local();
    let game = GameId::random();
    let mut events = bus.subscribe(game);
    for version in [2, 3, 5, 4] {
        bus.publish(BusEvent::of_match(game, version)).await;
    }
    assert_eq!(events.next().await, Some(BusEvent::of_match(game, 5)));
    bus.publish(BusEvent::of_match(game, 5)).await;
    bus.publish(BusEvent::of_match(game, 6)).await;
    assert_eq!(events.next().await, Some(BusEvent::of_match(game, 6)));
}

#[tokio::test]
async fn a_resync_reaches_every_listener() {
    let bus = Bus::local();
    let game = GameId::random();
    let mut matches = [bus.subscribe(game), bus.subscribe(GameId::random())];
    let mut settings = bus.subscribe_settings();
    bus.publish(BusEvent::of_match(game, 2)).await;
    bus.publish(BusEvent::Resync).await;
    for events in &mut matches {
        assert_eq!(events.next().await, Some(BusEvent::Resync));
    }
    assert_eq!(settings.next().await, Some(BusEvent::Resync));
    bus.publish(BusEvent::of_match(game, 3)).await;
    assert_eq!(matches[0].next().await, Some(BusEvent::of_match(game, 3)));
}

/// A database that was restored from a backup counts on from a lower version.
#[tokio::test]
async fn after_a_resync_a_lower_version_is_heard() {
    let bus = Bus::local();
    let game = GameId::random();
    let mut events = bus.subscribe(game);
    bus.publish(BusEvent::of_match(game, 5)).await;
    assert_eq!(events.next().await, Some(BusEvent::of_match(game, 5)));
    bus.publish(BusEvent::Resync).await;
    assert_eq!(events.next().await, Some(BusEvent::Resync));
    bus.publish(BusEvent::of_match(game, 3)).await;
    assert_eq!(events.next().await, Some(BusEvent::of_match(game, 3)));
}

#[tokio::test]
async fn settings_are_told_by_key_and_a_late_listener_is_told_to_resync() {
    let bus = Bus::local();
    let mut events = bus.subscribe_settings();
    let change = |key: &str| BusEvent::Settings {
        key: key.to_owned(),
    };
    bus.publish(change("captcha")).await;
    assert_eq!(events.next().await, Some(change("captcha")));
    for n in 0..40 {
        bus.publish(change(&n.to_string())).await;
    }
    assert_eq!(events.next().await, Some(BusEvent::Resync));
}

#[tokio::test]
async fn nothing_is_kept_of_a_match_that_nobody_listens_to() {
    let bus = Bus::local();
    let game = GameId::random();
    let (first, second) = (bus.subscribe(game), bus.subscribe(game));
    assert_eq!(bus.subscribers().matches_listened_to(), 1);
    drop(first);
    assert_eq!(bus.subscribers().matches_listened_to(), 1);
    drop(second);
    assert_eq!(bus.subscribers().matches_listened_to(), 0);
}

#[test]
fn the_text_between_nodes_is_read_back() {
    let id = GameId::random();
    for (events, text) in [
        (BusEvent::of_match(id, 31), format!("match {id} 31")),
        (
            BusEvent::Settings {
                key: "captcha".to_owned(),
            },
            "settings captcha".to_owned(),
        ),
        (BusEvent::Resync, "resync".to_owned()),
    ] {
        assert_eq!(events.to_text(), text);
        assert_eq!(BusEvent::parse(&text), Some(events));
    }
    for text in ["", "match", "match x 1", "resync now", "weather fine"] {
        assert_eq!(BusEvent::parse(text), None, "{text}");
    }
}
