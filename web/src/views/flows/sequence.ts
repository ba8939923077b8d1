import type { Step } from "../../api/flows.ts";

/** Who takes part in a sequence: a class, or what stands outside. */
export interface Actor {
  name: string;
  layer: string;
  /** The service it belongs to, where that is another one than where the request came in. */
  service: string | undefined;
}

export interface Message {
  from: number;
  to: number;
  text: string;
  step: Step;
}

export interface Sequence {
  actors: Actor[];
  messages: Message[];
}

/** `com.shop.OrderService.place` → [`OrderService`, `place`]; what has no method keeps its whole name. */
export function parts_of_symbol(symbol: string): [string, string] {
  const plain = symbol.replace(/\(.*$/, "");
  const parts = plain.split(/[.#]|::/).filter((one) => one !== "");
  const method = parts.at(-1) ?? plain;
  return [parts.at(-2) ?? method, method];
}

function text_of(step: Step, method: string): string {
  if (step.request) return step.request;
  return step.via === undefined ? method : `${method} (${step.via})`;
}

/** Steps as messages between those who take part, in order of their first appearance. Actor 0 is who sends the request. */
export function sequence_of(steps: readonly Step[]): Sequence {
  const actors: Actor[] = [{ name: "Client", layer: "client", service: undefined }];
  const known = new Map<string, number>();
  const of_step = new Map<number, number>();
  const messages: Message[] = [];
  for (const step of steps) {
    const [owner, method] = step.layer === "external" && step.host ? [step.host, step.symbol] : parts_of_symbol(step.symbol);
    const key = `${step.repo} ${step.service ?? ""} ${owner}`;
    let actor = known.get(key);
    if (actor === undefined) {
      actor = actors.length;
      actors.push({ name: owner, layer: step.layer, service: step.service });
      known.set(key, actor);
    }
    of_step.set(step.order, actor);
    messages.push({
      from: step.called_by === undefined ? 0 : (of_step.get(step.called_by) ?? 0),
      to: actor,
      text: text_of(step, method),
      step,
    });
  }
  return { actors, messages };
}
