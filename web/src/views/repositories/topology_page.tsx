import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Problem } from "../../api/client.ts";
import { load_topology, type Topology, was_overtaken } from "../../api/topology.ts";
import { Empty, Failed, Loading, Notice } from "../../parts/states.tsx";
import { useAction } from "../../state/action.ts";
import { useResource } from "../../state/resource.ts";
import { RepositoryTabs } from "./repository_tabs.tsx";

/** Changes to groups and dependencies, one at a time. */
export interface Changing {
  busy: boolean;
  /** How many were made or tried: what depends on them is asked for again when it changes. */
  round: number;
  /** Makes a change against the version that is shown. */
  run: (change: Change, then?: () => void) => void;
}

/** A change that holds only while groups and dependencies are as of `version`. */
export type Change = (version: number) => Promise<void>;

interface Props {
  title: string;
  path: string;
  about: string;
  children: (topology: Topology, changing: Changing) => ComponentChildren;
}

/** A page about groups or dependencies: loads them, makes changes, and loads them again, also where somebody else was faster. */
export function TopologyPage({ title, path, about, children }: Props) {
  const topology = useResource("topology", load_topology);
  const action = useAction();
  const [overtaken, note] = useState<{ redo: () => void } | undefined>(undefined);
  const [round, set_round] = useState(0);
  // What is done again is done to what is shown then.
  const version = useRef(0);
  version.current = topology.data?.version ?? 0;
  const run: Changing["run"] = (change, then) =>
    void action.run(async () => {
      note(undefined);
      try {
        await change(version.current);
        then?.();
      } catch (error) {
        if (!was_overtaken(Problem.of(error))) throw error;
        note({ redo: () => run(change, then) });
      } finally {
        topology.reload();
        set_round((count) => count + 1);
      }
    });
  const is_absent = topology.problem?.is_absent === true;
  return (
    <div class="page stack">
      <div class="page-head">
        <h1>{title}</h1>
        <p>{about}</p>
      </div>
      <RepositoryTabs current={path} />
      {overtaken ? (
        <Notice tone="warn">
          <p>Somebody else changed groups or dependencies meanwhile, and yours was not made. What you see now is how things stand.</p>
          <div class="actions">
            <button type="button" class="button small" disabled={action.busy || topology.loading} onClick={overtaken.redo}>
              Do it again
            </button>
            <button type="button" class="button small" onClick={() => note(undefined)}>
              Leave it
            </button>
          </div>
        </Notice>
      ) : null}
      {action.problem ? <Failed problem={action.problem} /> : null}
      {is_absent ? <Empty icon="group" title="This server knows no groups and dependencies yet" /> : null}
      {topology.problem && !is_absent ? <Failed problem={topology.problem} retry={topology.reload} /> : null}
      {!topology.data && !topology.problem ? <Loading lines={6} /> : null}
      {topology.data ? children(topology.data, { busy: action.busy, round, run }) : null}
    </div>
  );
}
