import { ask, part } from "../../api/client.ts";
import type { Relations } from "../../api/topology.ts";
import { Failed, Loading } from "../../parts/states.tsx";
import { useResource } from "../../state/resource.ts";

const Names = ({ title, names, none, path }: { title: string; names: readonly string[]; none: string; path: string }) => (
  <div class="fact">
    <dt>{title}</dt>
    <dd>
      {names.length === 0 ? (
        <span class="muted">{none}</span>
      ) : (
        <ul class="plain chips">
          {names.map((name) => (
            <li key={name}>
              <a class="chip" href={path === "/repositories/" ? path + part(name) : path}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </dd>
  </div>
);

/** Groups, what it depends on, and what depends on it. */
export function RelationsPanel({ name }: { name: string }) {
  const answer = useResource(`relations ${name}`, (signal) => ask<Relations>(`/api/v1/repos/${part(name)}/relations`, { signal }));
  if (answer.problem?.is_absent) return null;
  return (
    <section class="panel" aria-labelledby="relations-title">
      <h2 id="relations-title">Relations</h2>
      {answer.problem ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!answer.data && !answer.problem ? <Loading lines={3} /> : null}
      {answer.data ? (
        <dl class="facts facts-wide">
          <Names title="Groups" names={answer.data.groups} none="in none" path="/groups" />
          <Names title="Depends on" names={answer.data.dependencies} none="nothing that is declared" path="/repositories/" />
          <Names title="Needed by" names={answer.data.dependents} none="nobody, as far as declared" path="/repositories/" />
        </dl>
      ) : null}
    </section>
  );
}
