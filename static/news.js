// News of a match from the server: the stream of events says that there is a newer view, and the page asks for it. Where no event
// comes, because something on the way holds the stream back, the page asks by itself.

/** @typedef {import("../tests/browser/types").View} View */
/** @typedef {{ present: View, isBusy: boolean, changed(view: View, refusal?: string, isTold?: boolean): Promise<void> }} Table */

const RETRY_MS = 5000;
const POLL_MS = 1000;
const POLL_MAX_MS = 8000;
const ANSWER_MS = 5000;

export class News {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** The newest version of the view that the server has told of. */
    this.newest = 0;
    this.isAsking = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.polling = undefined;
    /** @type {EventSource | null} */
    this.events = null;
  }

  /** Whether a reply is waited for: a player's also in a tab that is not seen. */
  get isWaiting() {
    const { status, me, moves, thinking, ply, played } = this.table.present;
    // The page of an earlier position has no moves either.
    return status === "playing" && (thinking || (!moves.length && ply === played.length)) && (me !== null || !document.hidden);
  }

  /** Takes note of a version announced by the server; it is older than the page's if the server lost part of the match. @param {number} version */
  hear(version) {
    this.newest = version;
    if (version !== this.table.present.version) this.refresh();
  }

  /** Asks for the view if there is a newer one. */
  catchUp() {
    if (this.newest > this.table.present.version) this.refresh();
  }

  async refresh() {
    const { table } = this;
    if (table.isBusy || this.isAsking) return;
    this.isAsking = true;
    const known = this.newest;
    const before = table.present;
    try {
      const answer = await fetch(`/games/${before.id}`, { headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout?.(ANSWER_MS) });
      // The match is gone: its address says so.
      if (answer.status === 404) { location.reload(); return; }
      const view = await answer.json();
      // An act that was begun meanwhile brings its own answer.
      if (!table.isBusy && view.v === 1 && table.present === before && view.version !== before.version) await table.changed(view, "", true);
    } catch {
      // The stream of news says the version again when the connection is back, and the page asks again.
    } finally {
      this.isAsking = false;
    }
    // News that came during the answer, or while it was shown: nobody else would ask for it.
    if (this.newest !== known) this.hear(this.newest);
  }

  /** Asks again and again while a reply is waited for, less and less often. */
  poll(ms = POLL_MS) {
    clearTimeout(this.polling);
    if (!this.isWaiting) return;
    const polling = setTimeout(async () => {
      await this.refresh();
      // A view that was shown meanwhile has begun anew.
      if (this.polling === polling) this.poll(Math.min(ms * 1.5, POLL_MAX_MS));
    }, ms);
    this.polling = polling;
  }

  /** Listens while the match goes on and is seen or waited for. */
  listen() {
    this.poll();
    const { id, status } = this.table.present;
    const isWanted = this.isWaiting || (!document.hidden && status === "playing");
    if (!isWanted) {
      this.events?.close();
      this.events = null;
    } else if (!this.events) {
      const events = new EventSource(`/games/${id}/events`);
      this.events = events;
      events.onmessage = (event) => this.hear(JSON.parse(event.data).version);
      events.onerror = () => {
        if (events.readyState !== EventSource.CLOSED || this.events !== events) return;
        this.events = null;
        // The match may be gone.
        setTimeout(() => { this.refresh(); this.listen(); }, RETRY_MS);
      };
    }
  }
}
