import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
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
  run: (change: () => Promise<void>, then?: () => void) => void;
}

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
  const [overtaken, note] = useState(false);
  const [round, set_round] = useState(0);
  const run: Changing["run"] = (change, then) =>
    void action.run(async () => {
      note(false);
      try {
        await change();
        then?.();
      } catch (error) {
        if (!was_overtaken(Problem.of(error))) throw error;
        note(true);
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
          Somebody else changed groups or dependencies meanwhile. What you see now is the present state; do it again if it is still right.
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
