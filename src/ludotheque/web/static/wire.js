// The live wire of a table: it heals by itself, and sends every message until it is answered.
const PING = 2500, PATIENCE = 9000;

export class Wire {
  constructor(url, seen, on) {
    Object.assign(this, { url, seen, on, outbox: new Map(), delay: 300 });
    this.open();
    setInterval(() => this.watch(), 500);
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => document.hidden || this.watch());
  }
  open() {
    if (this.socket) { this.socket.onclose = this.socket.onmessage = null; this.socket.close(); }
    this.on.state("connecting");
    const socket = this.socket = new WebSocket(this.url);
    this.heard = Date.now(); this.pinged = 0;
    socket.onopen = () => {
      this.delay = 300;
      socket.send(JSON.stringify({ type: "hello", since: this.seen() }));
      for (const message of this.outbox.values()) socket.send(message);
      this.on.state("connected");
    };
    socket.onmessage = event => {
      this.heard = Date.now(); this.pinged = 0;
      const message = JSON.parse(event.data);
      if (message.id && !message.retry_after) this.outbox.delete(message.id);
      if (message.retry_after) setTimeout(() => this.again(message.id), 1000 * message.retry_after);
      this.on.message(message);
    };
    socket.onclose = event => this.lost(event.code);
  }
  lost(code) {
    if (code === 4404 || code === 4403) return this.on.state("offline");
    this.on.state("offline");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(4000, this.delay * 1.7);
  }
  watch() {
    const silence = Date.now() - this.heard, up = this.socket.readyState === WebSocket.OPEN;
    if (up && silence > PING && !this.pinged) { this.pinged = 1; this.socket.send('{"type":"ping"}'); }
    if ((up || this.socket.readyState === WebSocket.CONNECTING) && silence > PATIENCE) this.open();
  }
  again(id) { const m = this.outbox.get(id); if (m && this.socket.readyState === WebSocket.OPEN) this.socket.send(m); }
  say(message) { if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message)); }
  send(message) {
    const id = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2) + Date.now();
    const text = JSON.stringify({ ...message, id });
    this.outbox.set(id, text);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    return id;
  }
}
