import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem } from "../api/client.ts";
import { Failed, Loading } from "../parts/states.tsx";

/** A view whose code comes when it is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => preact.VNode {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [view, set] = useState<{ component: ComponentType<P> } | undefined>(loaded && { component: loaded });
    const [problem, fail] = useState<Problem | undefined>(undefined);
    useEffect(() => {
      if (view) return;
      load().then(
        (component) => {
          loaded = component;
          set({ component });
        },
        () =>
          fail(
            new Problem(0, "gone", "This part of the page could not be loaded.", "Load the page again: the server may have been updated."),
          ),
      );
    }, []);
    if (problem) return <Failed problem={problem} retry={() => window.location.reload()} />;
    if (!view) {
      return (
        <div class="page">
          <Loading lines={8} />
        </div>
      );
    }
    return <view.component {...props} />;
  };
}
