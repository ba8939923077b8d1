import type { OutlineItem } from "../../api/shapes.ts";
import { here_with } from "../../state/location.ts";
import { type CodePlace, showing } from "../../text/places.ts";

const Item = ({ item, place }: { item: OutlineItem; place: CodePlace }) => {
  const is_here = place.first !== undefined && place.first >= item.start_line && place.first <= item.end_line;
  return (
    <li>
      <a
        class={is_here ? "outline-link outline-here" : "outline-link"}
        aria-current={is_here ? "location" : undefined}
        href={here_with({
          ...showing({ ...place, first: item.start_line, last: item.end_line }, item.name ? item.id : undefined),
          tab: "outline",
        })}
      >
        <span class={`kind kind-${item.kind}`}>{item.kind}</span>
        <span class="outline-name">{item.name ?? item.signature ?? `line ${item.start_line}`}</span>
        <span class="outline-line">{item.start_line}</span>
      </a>
      {item.children?.length ? <Outline items={item.children} place={place} /> : null}
    </li>
  );
};

export const Outline = ({ items, place }: { items: readonly OutlineItem[]; place: CodePlace }) =>
  items.length === 0 ? (
    <p class="muted">Nothing in this file has a name.</p>
  ) : (
    <ul class="outline">
      {items.map((item, index) => (
        <Item key={item.id ?? index} item={item} place={place} />
      ))}
    </ul>
  );
