// The line to the server: one WebSocket, opened again when it is lost.

const FIRST_WAIT = 400,
  LONGEST_WAIT = 8000; // milliseconds before trying again

/** A line that stays: what is sent while it is down is not kept, for the position may be another by then. */
export class Line {
  /**
   * @param {string} path of the WebSocket
   * @param {object} listener
   * @param {() => object} listener.hello what is said first each time
   * @param {(message: object) => void} listener.message
   * @param {(open: boolean, reason: string, final: boolean) => void} listener.state
   */
  constructor(path, listener) {
    this.url = new URL(path, location.href);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.url.hash = "";
    this.listener = listener;
    this.wait = FIRST_WAIT;
    this.open();
    window.addEventListener("online", () => this.retryNow());
  }

  open() {
    clearTimeout(this.timer);
    this.timer = null;
    const socket = (this.socket = new WebSocket(this.url));
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.send(this.listener.hello());
      this.listener.state(true, "", false);
    });
    socket.addEventListener("message", (event) => this.listener.message(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.closed(event));
  }

  /** It is tried again, unless the server closed it for good (1008); where it can't be opened, a page says why. */
  closed(event) {
    const final = event.code === 1008;
    this.listener.state(false, event.reason, final);
    if (final) return;
    this.timer = setTimeout(() => this.open(), event.reason ? LONGEST_WAIT : this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    if (!event.reason) this.askWhy(this.socket);
  }

  async askWhy(closed) {
    const answer = await fetch("/page/icon.svg").catch(() => null);
    const reason = answer && !answer.ok ? await reasonOf(answer) : "";
    if (reason && this.socket === closed) this.listener.state(false, reason, false);
  }

  retryNow() {
    if (this.timer) this.open();
  }

  /** Send a message; tell whether the line was open. */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}

/** Return in words why the server refused a request. */
export async function reasonOf(answer) {
  const text = await answer.text();
  try {
    return JSON.parse(text).text;
  } catch {
    return text || answer.statusText;
  }
}
