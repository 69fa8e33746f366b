//! Uploaded fonts and backgrounds.

use rookery::ids::AssetId;
use rookery::store::AssetKind;
use rookery::store::Error;
use rookery::store::NewAsset;
use rookery::store::Store;

use crate::store::records::{NOW, entry, user};
use crate::support::databases::on_both_databases;

on_both_databases!(keeps_bytes_by_kind_and_name);

async fn keeps_bytes_by_kind_and_name(store: Store) {
    let anna = user(&store, "Anna").await;
    let file = |kind, name, bytes| NewAsset {
        id: AssetId::random(),
        kind,
        name,
        bytes,
        added_by: Some(anna.id),
        added_ms: NOW,
    };
    let bytes: Vec<u8> = (0..=255).collect();
    let font = file(AssetKind::Font, "b.ttf", b"abc".as_slice());
    store.add_asset(&font, None).await.unwrap();
    store
        .add_asset(&file(AssetKind::Font, "a.ttf", &bytes), None)
        .await
        .unwrap();
    let taken = store
        .add_asset(&file(AssetKind::Font, "a.ttf", b"other".as_slice()), None)
        .await;
    assert!(matches!(taken, Err(Error::NameTaken)), "{taken:?}");
    store
        .add_asset(
            &file(AssetKind::Background, "a.ttf", b"other".as_slice()),
            None,
        )
        .await
        .unwrap();

    let listed = store.asset_list().await.unwrap();
    let mut kinds: Vec<_> = listed.iter().map(|f| (f.kind.as_str(), &*f.name)).collect();
    kinds.sort_unstable();
    assert_eq!(
        kinds,
        [
            ("background", "a.ttf"),
            ("font", "a.ttf"),
            ("font", "b.ttf")
        ]
    );

    let fonts = store.assets(AssetKind::Font).await.unwrap();
    assert!(fonts.iter().all(|f| f.kind == AssetKind::Font));
    let names: Vec<_> = fonts.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["a.ttf", "b.ttf"]);
    assert_eq!(fonts[0].bytes, bytes);
    assert_eq!((fonts[1].id, fonts[1].added_by), (font.id, Some(anna.id)));
    // FIPS 180-2, appendix B.1.
    assert_eq!(
        fonts[1].sha256,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    assert!(store.renew_asset(font.id, NOW + 1).await.unwrap());
    let renewed = store.asset(AssetKind::Font, "b.ttf").await.unwrap();
    assert_eq!(renewed.map(|file| file.added_ms), Some(NOW + 1));
    assert!(
        !store
            .delete_asset_of(font.id, font.added_ms - 1)
            .await
            .unwrap()
    );
    assert!(store.delete_asset(font.id, &entry()).await.unwrap());
    assert!(!store.delete_asset(font.id, &entry()).await.unwrap());
    assert!(!store.renew_asset(font.id, NOW + 2).await.unwrap());
    assert_eq!(store.assets(AssetKind::Font).await.unwrap().len(), 1);
    let left = store.assets(AssetKind::Background).await.unwrap();
    assert_eq!(left.len(), 1);
}
