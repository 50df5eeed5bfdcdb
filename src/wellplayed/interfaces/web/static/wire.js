/**
 * The line to the game: one WebSocket that comes back by itself and always to the same session.
 *
 * After a break it waits a little, then twice as long, up to four seconds, each time with some chance in it, so that
 * many pages do not return in the same moment.
 */

const FIRST = 150; // milliseconds
const LONGEST = 4000;
const FINAL = new Set([4403, 4404]); // another site's page; a game that the server does not know (any more)

export class Wire {
  /**
   * @param {string} session
   * @param {{message: (message: any) => void, state: (state: "open" | "waiting" | "lost", reason: string) => void}} to
   *   `state` tells how the line is: open, waiting to come back, or lost for good
   */
  constructor(session, to) {
    this.session = session;
    this.to = to;
    this.n = 0; // number of the last key message; frames say up to which one they go
    this.wait = FIRST;
    this.closed = false;
    this.timer = 0;
    this.connect();
  }

  connect() {
    const address = new URL(`/live/${encodeURIComponent(this.session)}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => this.to.state("open", "");
    socket.onmessage = (event) => {
      if (this.closed) return;
      this.wait = FIRST; // a line that only opens and breaks again is none
      this.to.message(JSON.parse(event.data));
    };
    socket.onclose = (event) => this.again(event);
  }

  /** @param {CloseEvent} event */
  again(event) {
    if (this.closed) return;
    if (FINAL.has(event.code)) {
      this.to.state("lost", event.reason);
      return;
    }
    this.to.state("waiting", event.reason);
    this.timer = window.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST);
  }

  /**
   * @param {object} message
   * @returns {boolean} whether it went out; what is said while the line is down is not said later
   */
  send(message) {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * A key of the game goes down or up.
   * @param {string} key
   * @param {boolean} down
   * @returns {number} the number of the message
   */
  key(key, down) {
    this.n += 1;
    this.send({ k: down ? "down" : "up", key, n: this.n });
    return this.n;
  }

  /** Close for good. */
  close() {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.socket?.close();
  }
}
