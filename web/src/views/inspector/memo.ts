import { Component, type FunctionComponent, h } from "preact";

/** A view that is drawn again only when one of its properties is another value. */
export function memo<P extends object>(view: FunctionComponent<P>): FunctionComponent<P> {
  class Remembered extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const names = Object.keys(next) as (keyof P)[];
      return names.some((name) => next[name] !== this.props[name]);
    }
    override render() {
      return h(view, this.props as P & preact.Attributes);
    }
  }
  return Remembered as unknown as FunctionComponent<P>;
}
