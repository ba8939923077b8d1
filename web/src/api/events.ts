export interface ServerEvent {
  event: string;
  data: string;
}

/** Takes a stream of server-sent events apart (HTML Standard, 9.2.6). The browser's own reader can't send a token. */
export class EventSplitter {
  #rest = "";
  #event = "";
  #data: string[] = [];

  /** The events that are whole once `text` has come. */
  take(text: string): ServerEvent[] {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#line(line));
  }

  #line(line: string): ServerEvent[] {
    if (line === "") {
      const event = { event: this.#event || "message", data: this.#data.join("\n") };
      const is_empty = this.#data.length === 0;
      this.#event = "";
      this.#data = [];
      return is_empty ? [] : [event];
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#event = value;
    if (field === "data") this.#data.push(value);
    return [];
  }
}

/** Hands every event of a response on, until its end. */
export async function read_events(response: Response, take: (event: ServerEvent) => void): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  const splitter = new EventSplitter();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    for (const event of splitter.take(decoder.decode(piece.value, { stream: true }))) take(event);
  }
}
