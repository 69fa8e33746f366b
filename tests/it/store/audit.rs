//! The audit log.

use rookery::store::Actor;
use rookery::store::AuditEntry;
use rookery::store::Store;

use crate::store::records::{NOW, user};
use crate::support::databases::on_both_databases;

on_both_databases!(reads_newest_first_and_forgets);

async fn reads_newest_first_and_forgets(store: Store) {
    let anna = user(&store, "Anna").await;
    let entries: Vec<AuditEntry> = (0..3)
        .map(|i| AuditEntry {
            at_ms: NOW + i,
            actor: match i {
                0 => Actor::Other("visitor 192.0.2.0".to_owned()),
                _ => Actor::User(anna.id),
            },
            action: "login".to_owned(),
            subject: format!("number {i}"),
            before: (i == 1).then(|| "{\"a\":1}".to_owned()),
            after: None,
        })
        .collect();
    for entry in &entries {
        store.audit(entry).await.unwrap();
    }
    let page = store.audit_log(2, None).await.unwrap();
    assert_eq!(page.rows[0].entry, entries[2]);
    assert_eq!(page.rows[1].entry, entries[1]);
    assert_eq!(page.rows[1].actor_name.as_deref(), Some("Anna"));
    let last = store.audit_log(2, page.next.as_ref()).await.unwrap();
    assert_eq!(last.next, None);
    let log = last.rows;
    assert_eq!(log.len(), 1);
    assert_eq!((&log[0].entry, &log[0].actor_name), (&entries[0], &None));

    assert_eq!(store.delete_audit(NOW + 2).await.unwrap(), 2);
    assert_eq!(store.audit_log(9, None).await.unwrap().rows.len(), 1);

    // A deleted user stays in the log, without a name.
    store.delete_user(anna.id, None).await.unwrap();
    let log = store.audit_log(9, None).await.unwrap().rows;
    assert_eq!(log[0].entry.actor, Actor::User(anna.id));
    assert_eq!(log[0].actor_name, None);
}
