//! Slow clients: silent, half a preface, half a head, drop by drop, never reading; thousands of them from one address, while
//! the site answers everybody else.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use rookery::clock::Stopwatch;
use tokio::io::{AsyncReadExt, AsyncWriteExt, Interest};
use tokio::net::{TcpSocket, TcpStream};

use crate::support::program::Place;

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(30);
/// The time that a slow machine may need on top of a deadline.
const SLACK: Duration = Duration::from_secs(3);
/// Within this anybody else is answered, flood or not: milliseconds are usual, the rest is for a machine that is busy.
const ANSWERED: Duration = Duration::from_secs(5);
/// Answers during the half minute in which the flood lasts; one that is given at once is asked for twenty times a second.
const ANSWERS_LEAST: usize = 100;
/// From accept to the whole head.
const HEAD: Duration = Duration::from_secs(10);
/// From the head to the whole body.
const BODY: Duration = Duration::from_secs(10);
/// Without reading.
const WRITE: Duration = Duration::from_secs(30);

const HALF_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM";
const HALF_HEAD: &[u8] = b"GET / HTTP/1.1\r\nHost: rookery.test\r\nX-Half: ";
/// The beginning of a TLS hello of 512 bytes that do not come.
const TLS: &[u8] = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";

/// A client's side of a connection; `None` where the site has refused it at once.
type Client = Option<TcpStream>;

async fn connect(site: SocketAddr, from: Ipv4Addr, sent: &[u8]) -> Client {
    let socket = TcpSocket::new_v4().unwrap();
    // Unread bytes fill little of the memory here, so that they stay with the site.
    socket.set_recv_buffer_size(4096).unwrap();
    socket.bind((IpAddr::V4(from), 0).into()).unwrap();
    let mut stream = tokio::time::timeout(NEVER, socket.connect(site))
        .await
        .expect("the kernel takes the connection")
        .ok()?;
    match stream.write_all(sent).await {
        Ok(()) => Some(stream),
        Err(_) => None,
    }
}

/// Requests in one go whose answers, 18 kB each, fill every buffer between here and the site.
fn more_than_buffers_hold() -> Vec<u8> {
    "GET /static/any/app.js HTTP/1.1\r\nHost: rookery.test\r\n\r\n"
        .repeat(400)
        .into_bytes()
}

/// Whether the site has ended the connection; bytes that have arrived stay unread.
async fn is_gone(client: &Client) -> bool {
    let Some(stream) = client else { return true };
    let ready = stream
        .ready(Interest::READABLE | Interest::WRITABLE | Interest::ERROR)
        .await
        .unwrap();
    ready.is_read_closed() || ready.is_write_closed() || ready.is_error()
}

async fn open(clients: &[Client]) -> usize {
    let mut open = 0;
    for client in clients {
        open += usize::from(!is_gone(client).await);
    }
    open
}

async fn all_gone_within(clients: &[Client], limit: Duration, what: &str) {
    let gone = tokio::time::timeout(limit, async {
        while open(clients).await > 0 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
    if gone.await.is_err() {
        panic!("{} {what} are still there", open(clients).await);
    }
}

async fn healthz(site: SocketAddr) -> String {
    let mut stream = TcpStream::connect(site).await.unwrap();
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: rookery.test\r\nConnection: close\r\n\r\n")
        .await
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// Asks for `/healthz` from the usual address until it is told to end; every answer has to be good.
async fn keep_asking(site: SocketAddr, end: Arc<AtomicBool>, answers: Arc<AtomicUsize>) {
    while !end.load(Ordering::SeqCst) {
        let answer = tokio::time::timeout(ANSWERED, healthz(site))
            .await
            .expect("/healthz does not answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        answers.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_from_one_address_disturb_nobody_and_are_gone_in_time() {
    raise_own_limit();
    let place = Place::new();
    let server = place.serve_logged(1024, &[]);
    let site: SocketAddr = server.address.parse().unwrap();
    let end = Arc::new(AtomicBool::new(false));
    let answers = Arc::new(AtomicUsize::new(0));
    let asking = tokio::spawn(keep_asking(site, Arc::clone(&end), Arc::clone(&answers)));

    // Few of each kind, all of which the site takes.
    let few = Ipv4Addr::new(127, 0, 0, 3);
    let unread = more_than_buffers_hold();
    let mut waiting = Vec::new();
    let mut deaf = Vec::new();
    for _ in 0..40 {
        for sent in [b"".as_slice(), HALF_PREFACE, HALF_HEAD, TLS] {
            waiting.push(connect(site, few, sent).await);
        }
        if deaf.len() < 24 {
            deaf.push(connect(site, few, &unread).await);
        }
    }
    assert!(open(&deaf).await > 0, "these are let in");
    let opened = Stopwatch::start();
    let until = |limit: Duration| limit.saturating_sub(opened.elapsed());
    let dripping = tokio::spawn(drip(site, few));

    // And the flood.
    let many = Ipv4Addr::new(127, 0, 0, 2);
    let mut flood = Vec::new();
    for n in 0..1000 {
        flood.push(connect(site, many, b"").await);
        flood.push(connect(site, many, HALF_HEAD).await);
        if n % 5 == 0 {
            flood.push(connect(site, many, HALF_PREFACE).await);
            flood.push(connect(site, many, &unread).await);
        }
    }
    assert_eq!(flood.len(), 2400);
    let before = answers.load(Ordering::SeqCst);

    all_gone_within(&waiting, until(HEAD + SLACK), "connections without a head").await;
    tokio::time::timeout(until(HEAD + SLACK), dripping)
        .await
        .expect("a head that comes drop by drop is cut off")
        .unwrap();
    // Counted from here: the site has had to fill the buffers of all of them before it can wait for anybody.
    all_gone_within(&deaf, WRITE + SLACK, "connections that never read").await;
    println!(
        "the last that never read is gone after {:?}",
        opened.elapsed()
    );
    all_gone_within(&flood, WRITE, "connections of the flood").await;

    end.store(true, Ordering::SeqCst);
    asking.await.unwrap();
    let answered = answers.load(Ordering::SeqCst) - before;
    println!("{answered} answers during the flood");
    assert!(answered >= ANSWERS_LEAST, "{answered} answers");
    assert_eq!(
        tokio::task::spawn_blocking(|| server.terminate().0)
            .await
            .unwrap(),
        Some(0)
    );
    let log = place.log();
    assert_eq!(log.matches("set trusted_proxies").count(), 1, "{log}");
    // The log names a small number of files and its consequence: this process has the 1,024 of `ulimit -n`, 128 of them for itself.
    for said in ["LimitNOFILE", "files=1024", "connections=896"] {
        assert!(log.contains(said), "{said}: {log}");
    }
}

/// Sends a head byte by byte until the site has enough.
async fn drip(site: SocketAddr, from: Ipv4Addr) {
    let mut stream = connect(site, from, b"GET / HTTP/1.1\r\n").await.unwrap();
    while stream.write_all(b"X").await.is_ok() {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_comes_drop_by_drop_is_cut_off() {
    const HEAD_OF_POST: &[u8] = b"POST /login HTTP/1.1\r\nHost: rookery.test\r\n\
        Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n";
    let place = Place::new();
    let server = place.serve_logged(1024, &[]);
    let site: SocketAddr = server.address.parse().unwrap();
    let mut stream = connect(site, Ipv4Addr::LOCALHOST, HEAD_OF_POST)
        .await
        .unwrap();
    let (mut answers, mut body) = stream.split();
    let dripping = async {
        while body.write_all(b"a").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    };
    let answered = async {
        let mut byte = [0];
        let early = tokio::time::timeout(BODY / 5, answers.read(&mut byte)).await;
        assert!(early.is_err(), "the body is waited for");
        // An answer, or the end of the connection.
        let _ = answers.read(&mut byte).await;
    };
    let cut_off = tokio::time::timeout(BODY + SLACK, async {
        tokio::select! {
            () = dripping => {}
            () = answered => {}
        }
    });
    cut_off.await.expect("the site waits for the body");
    assert!(healthz(site).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_256_connections_and_a_proxy_as_many_as_it_needs() {
    raise_own_limit();
    for (settings, expected) in [
        (&[][..], 256),
        (&[("ROOKERY__TRUSTED_PROXIES", "127.0.0.4/32")][..], 300),
        (&[("ROOKERY__LIMITS__EXEMPT", "127.0.0.4/32")][..], 300),
    ] {
        let place = Place::new();
        let server = place.serve_logged(1024, settings);
        let site: SocketAddr = server.address.parse().unwrap();
        let ask = b"GET /healthz HTTP/1.1\r\nHost: rookery.test\r\n\r\n";
        let mut clients = Vec::new();
        for _ in 0..300 {
            clients.push(connect(site, Ipv4Addr::new(127, 0, 0, 4), ask).await);
        }
        let mut answered = 0;
        for stream in clients.iter_mut().flatten() {
            let mut byte = [0];
            let read = tokio::time::timeout(NEVER, stream.read(&mut byte))
                .await
                .unwrap();
            answered += usize::from(matches!(read, Ok(1)));
        }
        assert_eq!(answered, expected, "{settings:?}");
        // A client that leaves makes room.
        drop(clients);
        let next = tokio::time::timeout(NEVER, async {
            loop {
                let mut stream = connect(site, Ipv4Addr::new(127, 0, 0, 4), ask).await;
                let mut byte = [0];
                if let Some(stream) = &mut stream
                    && matches!(stream.read(&mut byte).await, Ok(1))
                {
                    return;
                }
            }
        });
        next.await.expect("there is room again");
    }
}

/// The flood's own sockets are files of this process.
fn raise_own_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    setrlimit(Resource::Nofile, raised).unwrap();
}
